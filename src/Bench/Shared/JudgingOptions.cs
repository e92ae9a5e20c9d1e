using System.CommandLine;
using System.CommandLine.Parsing;
using Bench.Comparison;

namespace Bench;

internal static class JudgingOptions
{
    public static readonly Option<string[]> Controls = Several(
        "--control",
        "PATTERN",
        "Benchmarks that no change of the code can move; if one did, the machine changed and no time is judged."
    );
    public static readonly Option<string?> Config = new("--config")
    {
        HelpName = "FILE",
        Description =
            $"Margins, controls and accepted regressions. Default: {Settings.FileName} of the current folder, where there is one.",
    };
    public static readonly Option<string?> CandidateConfig = new("--candidate-config")
    {
        HelpName = "FILE",
        Description =
            "The settings of the change that was checked: regressions that it accepts are accepted, and all else that it changes is listed. Default: what the figures say.",
    };
    public static readonly Option<double?> Margin = Quantity(
        "--margin",
        "SHARE",
        "The relative change that matters, for benchmarks without a rule in the config. Default: 5%.",
        Quantities.Share
    );
    public static readonly Option<double?> NoiseFloor = Quantity(
        "--noise-floor",
        "TIME",
        "The absolute change below which nothing is reported. Default: 0.5ns.",
        Quantities.Nanoseconds
    );
    public static readonly Option<double?> MaxInconclusive = Quantity(
        "--max-inconclusive",
        "SHARE",
        "The largest share of benchmarks that may be inconclusive. Default: 20%.",
        Quantities.ShareOrNothing
    );
    public static readonly Option<bool> AllowMissing = new("--allow-missing")
    {
        Description = "Benchmarks that vanished or failed are no failure.",
    };
    public static readonly Option<bool> StrictEnvironment = new("--strict-environment")
    {
        Description = "Another processor, runtime, OS, BenchmarkDotNet version or GC mode is a failure, and no mere warning.",
    };

    public static IEnumerable<Option> All => [Controls, Config, Margin, NoiseFloor, MaxInconclusive, AllowMissing, StrictEnvironment];

    /// <param name="areTogether">Whether several values may follow the name, as with BenchmarkDotNet's --filter.</param>
    public static Option<string[]> Several(string name, string helpName, string description, bool areTogether = false) =>
        new(name)
        {
            HelpName = helpName,
            Description = description,
            Arity = ArgumentArity.OneOrMore,
            AllowMultipleArgumentsPerToken = areTogether,
        };

    public static Option<T?> Quantity<T>(string name, string helpName, string description, Func<string, T> parse)
        where T : struct =>
        new(name)
        {
            HelpName = helpName,
            Description = description,
            CustomParser = result => Parse(result, parse),
        };

    private static T? Parse<T>(ArgumentResult result, Func<string, T> parse)
        where T : struct
    {
        try
        {
            return parse(result.Tokens[^1].Value);
        }
        catch (FormatException e)
        {
            result.AddError($"{((OptionResult)result.Parent!).IdentifierToken?.Value}: {e.Message}");
            return null;
        }
    }
}

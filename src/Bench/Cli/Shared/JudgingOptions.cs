using System.CommandLine;
using System.CommandLine.Parsing;
using Bench.Comparison;

namespace Bench.Cli;

internal static class JudgingOptions
{
    public static readonly Option<string[]> Controls = Several(
        "--control",
        "PATTERN",
        "Do not judge times if one of these benchmarks changed. Repeatable."
    );
    public static readonly Option<string?> Config = new("--config")
    {
        HelpName = "FILE",
        Description = $"Read margins and accepted regressions from FILE. Default: {Settings.FileName}.",
    };
    public static readonly Option<string?> CandidateConfig = new("--candidate-config")
    {
        HelpName = "FILE",
        Description = "Read the settings of the change from FILE. Default: stored with the figures.",
    };
    public static readonly Option<double?> Margin = Quantity(
        "--margin",
        "SHARE",
        "Set the smallest relative change that matters. Default: config, or 5%.",
        Quantities.Share
    );
    public static readonly Option<double?> NoiseFloor = Quantity(
        "--noise-floor",
        "TIME",
        "Ignore absolute changes below this time. Default: config, or 0.5ns.",
        Quantities.Nanoseconds
    );
    public static readonly Option<double?> MaxInconclusive = Quantity(
        "--max-inconclusive",
        "SHARE",
        "Fail if a larger share of measures is Inconclusive. Default: 20%.",
        Quantities.ShareOrNothing
    );
    public static readonly Option<bool> AllowMissing = new("--allow-missing")
    {
        Description = "Do not fail if benchmarks failed or vanished.",
    };
    public static readonly Option<bool> StrictEnvironment = new("--strict-environment")
    {
        Description = "Fail if the environments differ. Default: print a warning.",
    };

    public static IEnumerable<Option> All => [Controls, Config, Margin, NoiseFloor, MaxInconclusive, AllowMissing, StrictEnvironment];

    /// <param name="areTogether">True if several values may follow the name, as with BenchmarkDotNet's --filter.</param>
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

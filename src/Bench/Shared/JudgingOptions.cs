using System.CommandLine;
using System.CommandLine.Parsing;
using Bench.Comparison;
using Bench.Reports;
using Bench.Results;

namespace Bench;

/// <summary>The options of every verb that judges benchmarks: margins, controls, what to let pass.</summary>
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

    public static Settings SettingsFrom(ParseResult arguments, string folder)
    {
        var usual = Path.Combine(folder, Settings.FileName);
        return WithOptions(arguments, ConfigFrom(arguments) ?? (File.Exists(usual) ? Settings.Read(Settings.FileName) : new Settings()));
    }

    /// <summary>
    /// The settings of a check of a change, which may change the settings: those of the baseline decide, unless whoever runs the command
    /// says otherwise.
    /// </summary>
    /// <param name="baseline">The text of the baseline's file; null where it has none.</param>
    /// <param name="candidate">The text of the candidate's file; null where it has none.</param>
    public static Settings SettingsOfCheck(ParseResult arguments, string? baseline, string? candidate)
    {
        var config = ConfigFrom(arguments);
        var proposed = candidate is null ? null : Settings.Parse(candidate, $"{Settings.FileName} of the candidate");
        var settings =
            config ?? (baseline is not null ? Settings.Parse(baseline, $"{Settings.FileName} of the baseline") : First(proposed));
        return WithOptions(
            arguments,
            config is not null && baseline is null && candidate is null
                ? settings
                : ProposedSettings.Join(settings, proposed ?? new Settings())
        );
    }

    /// <summary>The settings of figures: those that they bring, where they are of a check and no other file is named.</summary>
    public static Settings SettingsOf(ParseResult arguments, string folder, CheckInfo? check) =>
        NamesConfig(arguments) || check is null or { BaselineConfig: null, CandidateConfig: null }
            ? SettingsFrom(arguments, folder)
            : SettingsOfCheck(arguments, check.BaselineConfig, check.CandidateConfig);

    /// <summary>The settings of figures that may say anything: what <see cref="CandidateConfig"/> names goes before what they bring.</summary>
    public static Settings SettingsOfFigures(ParseResult arguments, string folder, CheckInfo check) =>
        arguments.GetValue(CandidateConfig) is { } path
            ? SettingsOfCheck(arguments, NamesConfig(arguments) ? null : Settings.ReadOwnText(folder), Settings.ReadText(path))
            : SettingsOf(arguments, folder, check);

    public static bool NamesConfig(ParseResult arguments) => arguments.GetValue(Config) is not null;

    // A change that brings the first file has to say where the benchmarks are.
    private static Settings First(Settings? proposed) =>
        proposed?.Project is not { } project
            ? new Settings()
            : new Settings
            {
                Project = project,
                Framework = proposed.Framework,
                Notices = [$"{Settings.FileName}: the baseline has none; the project, {project}, is the candidate's"],
            };

    private static Settings? ConfigFrom(ParseResult arguments) =>
        arguments.GetValue(Config) switch
        {
            null => null,
            { Length: 0 } => throw new UsageException("--config: expected the path of a file."),
            var config => Settings.Read(config) with { Notices = [$"Settings of {config} (--config)"] },
        };

    private static Settings WithOptions(ParseResult arguments, Settings settings) =>
        settings with
        {
            Margin = new Statistics.Margin(
                arguments.GetValue(Margin) ?? settings.Margin.Relative,
                arguments.GetValue(NoiseFloor) ?? settings.Margin.NoiseFloorNanoseconds
            ),
            Controls = [.. settings.Controls, .. (arguments.GetValue(Controls) ?? []).Select(text => Pattern("--control", text))],
            GivenOptions = string.Concat(
                new Option[] { Config, Margin, NoiseFloor, MeasurementOptions.BenchmarkTimeout }.Select(option => Given(arguments, option))
            ),
        };

    private static string Given(ParseResult arguments, Option option) =>
        arguments.GetResult(option) is { Implicit: false, Tokens: [.., var token] }
            ? $" {option.Name} {ShellText.Argument(token.Value)}"
            : "";

    public static Strictness StrictnessFrom(ParseResult arguments, Settings settings) =>
        new(
            arguments.GetValue(AllowMissing),
            arguments.GetValue(StrictEnvironment),
            arguments.GetValue(MaxInconclusive) ?? settings.MaxInconclusive ?? new Strictness().MaxInconclusive
        );

    public static BenchmarkPattern Pattern(string where, string text)
    {
        try
        {
            return new BenchmarkPattern(text);
        }
        catch (FormatException e)
        {
            throw new UsageException($"{where}: {e.Message}");
        }
    }

    public static void EnsureControlsMatch(Settings settings, IEnumerable<BenchmarkId> benchmarks)
    {
        var all = benchmarks.ToArray();
        foreach (var control in settings.Controls.Where(control => !all.Any(control.Fits)))
            throw new UsageException($"the control pattern '{control.Text}' matches no benchmark: {MeasurementOptions.HowToList}.");
    }

    /// <param name="areTogether">Whether several may follow the name, as after BenchmarkDotNet's --filter.</param>
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

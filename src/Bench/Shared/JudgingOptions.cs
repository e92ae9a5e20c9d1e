using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
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
    public static readonly Option<bool> AcrossMachines = new("--times-across-machines")
    {
        Description =
            "Compares times of different processors, systems or architectures too, and not only ratios to the baseline and allocation.",
    };

    public static IEnumerable<Option> All => [Controls, Config, Margin, NoiseFloor, MaxInconclusive, AllowMissing, StrictEnvironment];

    /// <param name="others">The options of a check that is judged again: what the arguments do not say.</param>
    public static Settings SettingsFrom(ParseResult arguments, string folder, CheckOptions? others = null)
    {
        var usual = Path.Combine(folder, Settings.FileName);
        return WithOptions(
            arguments,
            ConfigFrom(arguments, others) ?? (File.Exists(usual) ? Settings.Read(Settings.FileName) : new Settings()),
            others
        );
    }

    /// <summary>
    /// The settings of a check of a change, which may change the settings: those of the baseline decide, unless whoever runs the command
    /// says otherwise.
    /// </summary>
    /// <param name="baseline">The text of the baseline's file; null where it has none.</param>
    /// <param name="candidate">The text of the candidate's file; null where it has none.</param>
    /// <param name="others">The options of a check that is judged again: what the arguments do not say.</param>
    public static Settings SettingsOfCheck(ParseResult arguments, string? baseline, string? candidate, CheckOptions? others = null)
    {
        var config = ConfigFrom(arguments, others);
        var proposed = candidate is null ? null : Settings.Parse(candidate, $"{Settings.FileName} of the candidate");
        var settings =
            config ?? (baseline is not null ? Settings.Parse(baseline, $"{Settings.FileName} of the baseline") : First(proposed));
        return WithOptions(
            arguments,
            config is not null && baseline is null && candidate is null
                ? settings
                : ProposedSettings.Join(settings, proposed ?? new Settings()),
            others
        );
    }

    /// <summary>
    /// The settings of figures: those that they bring, where they are of a check and no other file is named, with the options of the check
    /// where the arguments say nothing else.
    /// </summary>
    public static Settings SettingsOf(ParseResult arguments, string folder, CheckInfo? check) =>
        NamesConfig(arguments) || check is null or { BaselineConfig: null, CandidateConfig: null }
            ? SettingsFrom(arguments, folder, check?.Options)
            : SettingsOfCheck(arguments, check.BaselineConfig, check.CandidateConfig, check.Options);

    /// <summary>The settings of figures that may say anything: what <see cref="CandidateConfig"/> names goes before what they bring.</summary>
    public static Settings SettingsOfFigures(ParseResult arguments, string folder, CheckInfo check) =>
        arguments.GetValue(CandidateConfig) switch
        {
            null => SettingsOf(arguments, folder, check),
            { Length: 0 } => throw new UsageException("--candidate-config: expected the path of a file."),
            var path => SettingsOfCheck(
                arguments,
                NamesConfig(arguments) ? null : Settings.ReadOwnText(folder),
                Settings.ReadText(path)
            ),
        };

    /// <summary>
    /// The options that such figures are judged by: what the arguments say, or else the figures, unless <see cref="CandidateConfig"/> goes
    /// before what they bring. Null for none.
    /// </summary>
    public static CheckOptions? OptionsOfFigures(ParseResult arguments, CheckInfo check) =>
        OptionsFrom(arguments, arguments.GetValue(CandidateConfig) is null ? check.Options : null);

    /// <summary>The options of a check, for whoever judges it again; null where none was given.</summary>
    /// <param name="others">What the arguments do not say.</param>
    public static CheckOptions? OptionsFrom(ParseResult arguments, CheckOptions? others = null)
    {
        var config = arguments.GetValue(Config);
        var options = new CheckOptions(
            config ?? others?.ConfigFile,
            config is null ? others?.Config : Settings.ReadText(config),
            arguments.GetValue(Margin) ?? others?.Margin,
            arguments.GetValue(NoiseFloor) ?? others?.NoiseFloorNanoseconds,
            arguments.GetValue(Controls) is { Length: > 0 } controls ? controls : others?.Controls,
            arguments.GetValue(MaxInconclusive) ?? others?.MaxInconclusive,
            arguments.GetValue(AllowMissing) ? true : others?.AllowMissing,
            arguments.GetValue(StrictEnvironment) ? true : others?.StrictEnvironment
        );
        return options == new CheckOptions() ? null : options;
    }

    /// <summary>Options as they are given, for a message.</summary>
    public static string Text(CheckOptions? options)
    {
        string[] given =
        [
            .. Option(Config, options?.ConfigFile),
            .. Option(Margin, Percent(options?.Margin)),
            .. Option(NoiseFloor, Nanoseconds(options?.NoiseFloorNanoseconds)),
            .. (options?.Controls ?? []).SelectMany(pattern => Option(Controls, pattern)),
            .. Option(MaxInconclusive, Percent(options?.MaxInconclusive)),
            .. options?.AllowMissing is true ? [AllowMissing.Name] : Array.Empty<string>(),
            .. options?.StrictEnvironment is true ? [StrictEnvironment.Name] : Array.Empty<string>(),
        ];
        return given.Length == 0 ? "no options" : string.Join(' ', given);

        static IEnumerable<string> Option(Option option, string? value) => value is null ? [] : [$"{option.Name} {value}"];
    }

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

    private static Settings? ConfigFrom(ParseResult arguments, CheckOptions? others) =>
        arguments.GetValue(Config) switch
        {
            null => others is { ConfigFile: { } file, Config: { } text } ? Named(Settings.Parse(text, file), file) : null,
            { Length: 0 } => throw new UsageException("--config: expected the path of a file."),
            var config => Named(Settings.Read(config), config),
        };

    private static Settings Named(Settings settings, string file) => settings with { Notices = [$"Settings of {file} (--config)"] };

    private static Settings WithOptions(ParseResult arguments, Settings settings, CheckOptions? others) =>
        settings with
        {
            Margin = new Statistics.Margin(
                arguments.GetValue(Margin) ?? others?.Margin ?? settings.Margin.Relative,
                arguments.GetValue(NoiseFloor) ?? others?.NoiseFloorNanoseconds ?? settings.Margin.NoiseFloorNanoseconds
            ),
            Controls =
            [
                .. settings.Controls,
                .. (arguments.GetValue(Controls) is { Length: > 0 } controls ? controls : others?.Controls ?? []).Select(text =>
                    Pattern("--control", text)
                ),
            ],
            GivenOptions = string.Concat(
                Given(arguments, Config, others?.ConfigFile),
                Given(arguments, Margin, Percent(others?.Margin)),
                Given(arguments, NoiseFloor, Nanoseconds(others?.NoiseFloorNanoseconds)),
                Given(arguments, MeasurementOptions.BenchmarkTimeout, null)
            ),
        };

    /// <summary>An option as it was given, for a command that is to be pasted; empty where it was not.</summary>
    /// <param name="arguments">Of the command.</param>
    /// <param name="option">One of its options.</param>
    /// <param name="other">Its value where the arguments have none.</param>
    public static string Given(ParseResult arguments, Option option, string? other = null) =>
        (arguments.GetResult(option) is { Implicit: false, Tokens: [.., var token] } ? token.Value : other) is { } value
            ? $" {option.Name} {ShellText.Argument(value)}"
            : "";

    private static string? Percent(double? share) =>
        share is { } value ? string.Create(CultureInfo.InvariantCulture, $"{100 * value:0.######}%") : null;

    private static string? Nanoseconds(double? time) =>
        time is { } value ? string.Create(CultureInfo.InvariantCulture, $"{value:0.######}ns") : null;

    /// <param name="others">The options of a check that is judged again: what the arguments do not say.</param>
    public static Strictness StrictnessFrom(ParseResult arguments, Settings settings, CheckOptions? others = null) =>
        new(
            arguments.GetValue(AllowMissing) || others?.AllowMissing is true,
            arguments.GetValue(StrictEnvironment) || others?.StrictEnvironment is true,
            arguments.GetValue(MaxInconclusive)
                ?? others?.MaxInconclusive
                ?? settings.MaxInconclusive
                ?? new Strictness().MaxInconclusive
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

    /// <summary>Those of the settings are for whole runs: of a part of one they may be elsewhere.</summary>
    public static void EnsureControlsMatch(ParseResult arguments, IEnumerable<BenchmarkId> benchmarks)
    {
        var all = benchmarks.ToArray();
        var given = (arguments.GetValue(Controls) ?? []).Select(text => Pattern("--control", text));
        foreach (var control in given.Where(control => !all.Any(control.Fits)))
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

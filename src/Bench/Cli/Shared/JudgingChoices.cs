using System.CommandLine;
using System.Globalization;
using Bench.Comparison;
using Bench.Results;

namespace Bench.Cli;

/// <summary>Null or empty values were not given.</summary>
/// <param name="Given">The options that a command to copy repeats, as they were typed.</param>
internal sealed record JudgingChoices(
    IReadOnlyList<string> Controls,
    string? Config,
    string? CandidateConfig,
    double? Margin,
    double? NoiseFloorNanoseconds,
    double? MaxInconclusive,
    bool AllowMissing,
    bool StrictEnvironment,
    GivenOptions Given
)
{
    public static JudgingChoices From(ParseResult arguments) =>
        new(
            arguments.GetValue(JudgingOptions.Controls) ?? [],
            arguments.GetValue(JudgingOptions.Config),
            arguments.GetValue(JudgingOptions.CandidateConfig),
            arguments.GetValue(JudgingOptions.Margin),
            arguments.GetValue(JudgingOptions.NoiseFloor),
            arguments.GetValue(JudgingOptions.MaxInconclusive),
            arguments.GetValue(JudgingOptions.AllowMissing),
            arguments.GetValue(JudgingOptions.StrictEnvironment),
            GivenOptions.From(arguments)
        );

    public bool NamesConfig => Config is not null;

    /// <param name="others">The options of a check that is judged again. They apply where the arguments give none.</param>
    public Settings Settings(Context context, CheckOptions? others = null) =>
        WithOptions(
            ConfigOf(context, others)
                ?? (
                    Comparison.Settings.ReadOwnText(context.Folder) is { } own
                        ? Comparison.Settings.Parse(own, Comparison.Settings.FileName)
                        : new Settings()
                ),
            others
        );

    /// <summary>
    /// The settings of a check of a change. The change may edit the settings, so those of the baseline decide, unless the command line
    /// says otherwise.
    /// </summary>
    /// <param name="baseline">The text of the baseline's file; null for none.</param>
    /// <param name="candidate">The text of the candidate's file; null for none.</param>
    /// <param name="others">The options of a check that is judged again. They apply where the arguments give none.</param>
    public Settings SettingsOfCheck(Context context, string? baseline, string? candidate, CheckOptions? others = null)
    {
        var config = ConfigOf(context, others);
        var proposed = candidate is null ? null : Comparison.Settings.Parse(candidate, $"{Comparison.Settings.FileName} of the candidate");
        var settings = config
            ?? (
                baseline is not null
                    ? Comparison.Settings.Parse(baseline, $"{Comparison.Settings.FileName} of the baseline")
                    : First(proposed)
            );
        return WithOptions(
            config is not null && baseline is null && candidate is null
                ? settings
                : ProposedSettings.Join(settings, proposed ?? new Settings(), ComparisonOptions.ForToday(settings, context.Clock).Today),
            others
        );
    }

    /// <summary>
    /// The settings that the figures of a check contain, unless another file is named. The options of the check apply where the
    /// arguments give none.
    /// </summary>
    public Settings SettingsOf(Context context, CheckInfo? check) =>
        NamesConfig || check is null or { BaselineConfig: null, CandidateConfig: null }
            ? Settings(context, check?.Options)
            : SettingsOfCheck(context, check.BaselineConfig, check.CandidateConfig, check.Options);

    /// <summary>For figures that can't be trusted: <see cref="CandidateConfig"/> overrides the settings in them.</summary>
    public Settings SettingsOfFigures(Context context, CheckInfo check) =>
        CandidateConfig switch
        {
            null => SettingsOf(context, check),
            { Length: 0 } => throw new UsageException("--candidate-config needs the path of a file."),
            var path => SettingsOfCheck(
                context,
                NamesConfig ? null : Comparison.Settings.ReadOwnText(context.Folder),
                Comparison.Settings.ReadText(path, context.Folder)
            ),
        };

    /// <summary>
    /// The options that judge such figures: the arguments, otherwise the figures' own options. With <see cref="CandidateConfig"/> the
    /// figures' own options are ignored. Null for none.
    /// </summary>
    public CheckOptions? OptionsOfFigures(Context context, CheckInfo check) =>
        OptionsOf(context, CandidateConfig is null ? check.Options : null);

    /// <summary>The options to store with a check, for judging it again; null for none.</summary>
    /// <param name="others">They apply where the arguments give none.</param>
    public CheckOptions? OptionsOf(Context context, CheckOptions? others = null)
    {
        var options = new CheckOptions(
            Config ?? others?.ConfigFile,
            Config is null ? others?.Config : Comparison.Settings.ReadText(Config, context.Folder),
            Margin ?? others?.Margin,
            NoiseFloorNanoseconds ?? others?.NoiseFloorNanoseconds,
            Controls is { Count: > 0 } controls ? [.. controls] : others?.Controls,
            MaxInconclusive ?? others?.MaxInconclusive,
            AllowMissing ? true : others?.AllowMissing,
            StrictEnvironment ? true : others?.StrictEnvironment
        );
        return options == new CheckOptions() ? null : options;
    }

    public static string Text(CheckOptions? options)
    {
        string[] given =
        [
            .. Option(JudgingOptions.Config, options?.ConfigFile),
            .. Option(JudgingOptions.Margin, Percent(options?.Margin)),
            .. Option(JudgingOptions.NoiseFloor, Nanoseconds(options?.NoiseFloorNanoseconds)),
            .. (options?.Controls ?? []).SelectMany(pattern => Option(JudgingOptions.Controls, pattern)),
            .. Option(JudgingOptions.MaxInconclusive, Percent(options?.MaxInconclusive)),
            .. options?.AllowMissing is true ? [JudgingOptions.AllowMissing.Name] : Array.Empty<string>(),
            .. options?.StrictEnvironment is true ? [JudgingOptions.StrictEnvironment.Name] : Array.Empty<string>(),
        ];
        return given.Length == 0 ? "no options" : string.Join(' ', given);

        static IEnumerable<string> Option(Option option, string? value) => value is null ? [] : [$"{option.Name} {value}"];
    }

    /// <param name="others">The options of a check that is judged again. They apply where the arguments give none.</param>
    public Strictness Strictness(Settings settings, CheckOptions? others = null) =>
        new(
            AllowMissing || others?.AllowMissing is true,
            StrictEnvironment || others?.StrictEnvironment is true,
            MaxInconclusive ?? others?.MaxInconclusive ?? settings.MaxInconclusive ?? new Strictness().MaxInconclusive
        );

    /// <summary>Ignores the controls of the settings, which are for whole runs and may be in other parts.</summary>
    public void EnsureControlsMatch(IEnumerable<BenchmarkId> benchmarks)
    {
        var all = benchmarks.ToArray();
        var given = Controls.Select(text => Pattern("--control", text));
        foreach (var control in given.Where(control => !all.Any(control.Fits)))
            throw new UsageException($"the control pattern '{control.Text}' matches no benchmark. {MeasurementOptions.HowToList}.");
    }

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

    // If the baseline has no file, the change's own file has to say where the benchmarks are.
    private static Settings First(Settings? proposed) =>
        proposed?.Project is not { } project
            ? new Settings()
            : new Settings
            {
                Project = project,
                Framework = proposed.Framework,
                Notices =
                [
                    $"{Comparison.Settings.FileName}: the baseline has no such file, so the project of the candidate is used: {project}",
                ],
            };

    private Settings? ConfigOf(Context context, CheckOptions? others) =>
        Config switch
        {
            null => others is { ConfigFile: { } file, Config: { } text } ? Named(Comparison.Settings.Parse(text, file), file) : null,
            { Length: 0 } => throw new UsageException("--config needs the path of a file."),
            var config => Named(Comparison.Settings.Read(config, context.Folder), config),
        };

    private static Settings Named(Settings settings, string file) => settings with { Notices = [$"Settings of {file} (--config)"] };

    private Settings WithOptions(Settings settings, CheckOptions? others) =>
        settings with
        {
            Margin = new Statistics.Margin(
                Margin ?? others?.Margin ?? settings.Margin.Relative,
                NoiseFloorNanoseconds ?? others?.NoiseFloorNanoseconds ?? settings.Margin.NoiseFloor
            ),
            Controls =
            [
                .. settings.Controls,
                .. (Controls is { Count: > 0 } ? Controls : others?.Controls ?? []).Select(text => Pattern("--control", text)),
            ],
            GivenOptions = string.Concat(
                Given.Text(JudgingOptions.Config, others?.ConfigFile),
                Given.Text(JudgingOptions.Margin, Percent(others?.Margin)),
                Given.Text(JudgingOptions.NoiseFloor, Nanoseconds(others?.NoiseFloorNanoseconds)),
                Given.Text(MeasurementOptions.BenchmarkTimeout)
            ),
        };

    private static string? Percent(double? share) =>
        share is { } value ? string.Create(CultureInfo.InvariantCulture, $"{100 * value:0.######}%") : null;

    private static string? Nanoseconds(double? time) =>
        time is { } value ? string.Create(CultureInfo.InvariantCulture, $"{value:0.######}ns") : null;
}

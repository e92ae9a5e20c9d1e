using System.CommandLine;
using Bench.Reports;
using Bench.Runner;

namespace Lab.Study;

/// <summary>What a user asked <c>lab study</c> for.</summary>
/// <param name="Filter">The benchmarks that are recorded.</param>
/// <param name="Time">How long to record; null where nothing is recorded.</param>
/// <param name="Folder">Where records and reports are.</param>
/// <param name="Calibration">The project that calibrates; null where nothing is calibrated.</param>
/// <param name="CommandLine">As it was given: records may have been made by another one.</param>
internal sealed record StudyOptions(
    BenchmarkFilter Filter,
    TimeSpan? Time,
    string Folder,
    string? Calibration,
    int CalibrationRounds,
    string CommandLine,
    MeasurementChoices Measurement,
    JudgingChoices Judging
)
{
    /// <exception cref="UsageException">There are too few rounds of calibration.</exception>
    public static StudyOptions From(ParseResult arguments)
    {
        var options = new StudyOptions(
            MeasurementOptions.Filter(arguments.GetValue(StudyCommand.Filters), null),
            arguments.GetValue(StudyCommand.Time),
            arguments.GetValue(StudyCommand.Output)!,
            arguments.GetValue(StudyCommand.CalibrationProject),
            arguments.GetValue(StudyCommand.Rounds),
            $"{LabCommand.Typed} {string.Join(' ', arguments.Tokens.Select(token => ShellText.Argument(token.Value)))}",
            MeasurementChoices.From(arguments),
            JudgingChoices.From(arguments)
        );
        if (options is { Calibration: not null, CalibrationRounds: < 2 })
            throw new UsageException("--calibration-rounds must be at least 2: the interval is over rounds.");
        return options;
    }
}

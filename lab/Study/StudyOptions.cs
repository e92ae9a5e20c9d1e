using System.CommandLine;
using Bench.Reports;
using Bench.Runner;

namespace Lab.Study;

/// <summary>The options of <c>lab study</c>.</summary>
/// <param name="Filter">The benchmarks that are recorded.</param>
/// <param name="Conditions">What runs next to the recorded process pairs, one after the other.</param>
/// <param name="Time">The time for recording; null for none.</param>
/// <param name="Folder">The folder of records and reports.</param>
/// <param name="Calibration">The project for the calibration; null for none.</param>
/// <param name="CommandLine">The command line of this run. Another one may have made the records.</param>
internal sealed record StudyOptions(
    BenchmarkFilter Filter,
    IReadOnlyList<Condition> Conditions,
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
            arguments.GetValue(StudyCommand.Conditions)!,
            arguments.GetValue(StudyCommand.Time),
            arguments.GetValue(StudyCommand.Output)!,
            arguments.GetValue(StudyCommand.CalibrationProject),
            arguments.GetValue(StudyCommand.Rounds),
            $"{LabCommand.Typed} {string.Join(' ', arguments.Tokens.Select(token => ShellText.Argument(token.Value)))}",
            MeasurementChoices.From(arguments),
            JudgingChoices.From(arguments)
        );
        if (options is { Calibration: not null, CalibrationRounds: < 2 })
            throw new UsageException("--calibration-rounds must be at least 2, because the interval is over rounds.");
        return options;
    }
}

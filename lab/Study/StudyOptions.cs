using System.CommandLine;
using Bench.Reports;
using Bench.Runner;

namespace Bench.Study;

/// <param name="Time">How long to record; null to record nothing.</param>
/// <param name="Calibration">The project that calibrates; null for no calibration.</param>
/// <param name="CommandLine">As typed. Existing records may come from another one.</param>
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
    public static StudyOptions From(ParseResult arguments)
    {
        var options = new StudyOptions(
            MeasurementOptions.Filter(arguments.GetValue(StudyCommand.Filters), null),
            arguments.GetValue(StudyCommand.Time),
            arguments.GetValue(StudyCommand.Output)!,
            arguments.GetValue(StudyCommand.CalibrationProject),
            arguments.GetValue(StudyCommand.Rounds),
            $"bench {string.Join(' ', arguments.Tokens.Select(token => ShellText.Argument(token.Value)))}",
            MeasurementChoices.From(arguments),
            JudgingChoices.From(arguments)
        );
        if (options is { Calibration: not null, CalibrationRounds: < 2 })
            throw new UsageException("--calibration-rounds must be at least 2: the interval is over rounds.");
        return options;
    }
}

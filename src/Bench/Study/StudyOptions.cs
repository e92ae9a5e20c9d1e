using System.CommandLine;
using System.CommandLine.Parsing;
using Bench.Reports;
using Bench.Runner;

namespace Bench.Study;

/// <summary>What a user asked <c>bench study</c> for.</summary>
/// <param name="Filter">The benchmarks that are recorded.</param>
/// <param name="Time">How long to record; null where nothing is recorded.</param>
/// <param name="Folder">Where records and reports are.</param>
/// <param name="Calibration">The project that calibrates; null where nothing is calibrated.</param>
/// <param name="Runner">The type of this machine, for <paramref name="Append"/>.</param>
/// <param name="Append">The file that gets a line of this study; null for none.</param>
/// <param name="Studies">A file of studies that are only rendered; null where this is a study of its own.</param>
/// <param name="CommandLine">As it was given: records may have been made by another one.</param>
internal sealed record StudyOptions(
    BenchmarkFilter Filter,
    TimeSpan? Time,
    string Folder,
    string? Calibration,
    int CalibrationRounds,
    string? Runner,
    string? Append,
    string? Studies,
    string CommandLine,
    MeasurementChoices Measurement,
    JudgingChoices Judging
)
{
    /// <exception cref="UsageException">Options that do not go together, or one without the other.</exception>
    public static StudyOptions From(ParseResult arguments)
    {
        var options = new StudyOptions(
            MeasurementOptions.Filter(arguments.GetValue(StudyCommand.Filters), null),
            arguments.GetValue(StudyCommand.Time),
            arguments.GetValue(StudyCommand.Output)!,
            arguments.GetValue(StudyCommand.CalibrationProject),
            arguments.GetValue(StudyCommand.Rounds),
            arguments.GetValue(StudyCommand.Runner),
            arguments.GetValue(StudyCommand.Append),
            arguments.GetValue(StudyCommand.From),
            $"bench {string.Join(' ', arguments.Tokens.Select(token => ShellText.Argument(token.Value)))}",
            MeasurementChoices.From(arguments),
            JudgingChoices.From(arguments)
        );
        if (options.Studies is not null)
            RefuseOthers(arguments);
        else if (options.Append is null != string.IsNullOrEmpty(options.Runner))
            throw new UsageException(
                "--append and --runner belong together: the file says of each study on what type of machine it was made."
            );
        else if (options is { Calibration: not null, CalibrationRounds: < 2 })
            throw new UsageException("--calibration-rounds must be at least 2: the interval is over rounds.");
        return options;
    }

    private static void RefuseOthers(ParseResult arguments)
    {
        string[] others =
        [
            .. arguments
                .CommandResult.Children.OfType<OptionResult>()
                .Where(option => !option.Implicit && option.Option != StudyCommand.From && option.Option != StudyCommand.Output)
                .Select(option => option.Option.Name),
        ];
        if (others.Length > 0)
            throw new UsageException($"--from measures nothing: it goes without {string.Join(" and ", others)}.");
    }
}

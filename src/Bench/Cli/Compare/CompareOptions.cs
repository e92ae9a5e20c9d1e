using System.CommandLine;

namespace Bench.Cli.Compare;

/// <param name="Baseline">The first argument: a run, or several separated by commas; null for none.</param>
/// <param name="Candidate">The second argument, in the same form.</param>
/// <param name="Spreads">Runs of identical code, one for each build.</param>
/// <param name="LaunchSpread">The relative spread between launches to assume where none is known; null for none.</param>
internal sealed record CompareOptions(
    string? Baseline,
    string? Candidate,
    IReadOnlyList<string> MoreBaselines,
    IReadOnlyList<string> MoreCandidates,
    IReadOnlyList<string> Spreads,
    double? LaunchSpread,
    bool JudgesAcrossMachines,
    JudgingChoices Judging,
    ReportChoices Report
)
{
    // Then the last run here is compared with the published runs.
    public bool NamesNothing =>
        Baseline is null
        && Candidate is null
        && MoreBaselines.Count == 0
        && MoreCandidates.Count == 0
        && Report is { Format: ReportFormat.Console, Files.Count: 0 };

    public static CompareOptions From(ParseResult arguments) =>
        new(
            arguments.GetValue(CompareCommand.Baseline),
            arguments.GetValue(CompareCommand.Candidate),
            arguments.GetValue(CompareCommand.MoreBaselines) ?? [],
            arguments.GetValue(CompareCommand.MoreCandidates) ?? [],
            arguments.GetValue(CompareCommand.Spreads) ?? [],
            arguments.GetValue(CompareCommand.LaunchSpread),
            arguments.GetValue(CompareCommand.AcrossMachines),
            JudgingChoices.From(arguments),
            ReportChoices.From(arguments)
        );
}

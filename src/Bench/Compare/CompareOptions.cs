using System.CommandLine;

namespace Bench.Compare;

/// <summary>What a user asked <c>bench compare</c> for.</summary>
/// <param name="Baseline">The first argument: a run, or several separated by commas; null for none.</param>
/// <param name="Candidate">The same of the second one.</param>
/// <param name="MoreBaselines">More of the first run.</param>
/// <param name="MoreCandidates">More of the second run.</param>
/// <param name="Spreads">Runs of identical code, one for each build.</param>
/// <param name="LaunchSpread">The spread between launches to assume where none is known, relative; null for none.</param>
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
    /// <summary>Whether no run was named, nor a file to write: the last run here is shown beside the published ones.</summary>
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

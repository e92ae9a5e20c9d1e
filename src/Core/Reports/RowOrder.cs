using Bench.Comparison;
using Bench.Statistics;

namespace Bench.Reports;

/// <summary>The groups of a report, worst first, and the order within them.</summary>
internal enum RowGroup
{
    Failing,
    Lost,
    Regressed,
    Inconclusive,
    Improved,
    New,
    NotCompared,
    Equivalent,
}

internal static class RowOrder
{
    public static IReadOnlyList<ComparedRow> WorstFirst(IEnumerable<ComparedRow> rows) =>
        [.. rows.Order(Comparer<ComparedRow>.Create(Compare))];

    public static RowGroup GroupOf(ComparedRow row) => row switch
    {
        _ when row.TimeFails || row.AllocationFails => RowGroup.Failing,
        _ when Outcome.IsLost(row) => RowGroup.Lost,
        { Presence: Presence.New } => RowGroup.New,
        { Presence: Presence.Failed or Presence.Removed } => RowGroup.Lost,
        { Judged.Verdict: Verdict.Regressed } or { Allocation.Verdict: Verdict.Regressed } => RowGroup.Regressed,
        { Judged: null, TimeNotCompared: not null, Allocation: null or { Verdict: Verdict.Equivalent }, LostAllocation: false } => RowGroup.NotCompared,
        { Judged.Verdict: Verdict.Inconclusive } or { Judged: null, TimeNotCompared: null } or { Allocation.Verdict: Verdict.Inconclusive } or { LostAllocation: true } => RowGroup.Inconclusive,
        { Judged.Verdict: Verdict.Improved } or { Allocation.Verdict: Verdict.Improved } => RowGroup.Improved,
        _ => RowGroup.Equivalent,
    };

    public static string NameOf(RowGroup group) => group switch { RowGroup.Lost => "vanished or failed", RowGroup.NotCompared => "not compared", _ => group.ToString().ToLowerInvariant() };

    private static int Compare(ComparedRow a, ComparedRow b)
    {
        var group = GroupOf(a).CompareTo(GroupOf(b));
        if (group != 0)
            return group;

        var worst = Slowdown(b).CompareTo(Slowdown(a));
        return worst != 0 ? worst : string.CompareOrdinal(a.Name, b.Name);
    }

    private static double Slowdown(ComparedRow row) => row.Judged is { } time && !double.IsNaN(time.Ratio) ? time.Ratio : 0;
}

using System.Globalization;
using Bench.Comparison;
using Bench.Statistics;

namespace Bench.Reports;

internal static class BenchmarkOrder
{
    private const double LeastBytes = 1;

    public static IReadOnlyList<ComparedBenchmark> WorstFirst(IEnumerable<ComparedBenchmark> benchmarks) =>
        [
            .. benchmarks
                .Select(benchmark => (Benchmark: benchmark, Group: GroupOf(benchmark)))
                .Select(one => (one.Benchmark, one.Group, Change: Change(one.Benchmark, one.Group)))
                .OrderBy(one => one.Group)
                .ThenBy(one => !one.Change.IsOfTime)
                // Among improvements the largest comes first.
                .ThenBy(one =>
                    one.Group switch
                    {
                        BenchmarkGroup.Improved => one.Change.Ratio,
                        BenchmarkGroup.Differs or BenchmarkGroup.OtherAllocation => -Math.Abs(Math.Log(one.Change.Ratio)),
                        _ => -one.Change.Ratio,
                    }
                )
                .ThenBy(one => one.Benchmark.Name, StringComparer.Ordinal)
                .Select(one => one.Benchmark),
        ];

    public static BenchmarkGroup GroupOf(ComparedBenchmark benchmark) =>
        benchmark switch
        {
            _ when benchmark.TimeFails || benchmark.AllocationFails => BenchmarkGroup.Failing,
            _ when Outcome.IsLost(benchmark) => BenchmarkGroup.Lost,
            { Presence: Presence.New } => BenchmarkGroup.New,
            { LeftOut: not null } => BenchmarkGroup.LeftOut,
            { Presence: Presence.Failed, FailedBefore: true } => BenchmarkGroup.NotCompared,
            { Presence: Presence.Failed or Presence.Removed } => BenchmarkGroup.Lost,
            { HasSameCode: true } => BenchmarkGroup.SameCode,
            { IsAcrossMachines: true } => AcrossMachines(benchmark),
            { Judged.Verdict: Verdict.Regressed } or { Allocation.Verdict: Verdict.Regressed } => BenchmarkGroup.Regressed,
            { IsAllocationOnly: true, Allocation.Verdict: Verdict.Equivalent } => BenchmarkGroup.Equivalent,
            { Judged: null, TimeNotCompared: not null, Allocation: null or { Verdict: Verdict.Equivalent }, LostAllocation: false } =>
                BenchmarkGroup.NotCompared,
            { Judged.Verdict: Verdict.Inconclusive }
            or { Judged: null, TimeNotCompared: null }
            or { Allocation.Verdict: Verdict.Inconclusive }
            or { LostAllocation: true } => BenchmarkGroup.Inconclusive,
            { Judged.Verdict: Verdict.Improved } or { Allocation.Verdict: Verdict.Improved } => BenchmarkGroup.Improved,
            { Judged.Verdict: Verdict.NotWorse } or { Allocation.Verdict: Verdict.NotWorse } => BenchmarkGroup.NotWorse,
            _ => BenchmarkGroup.Equivalent,
        };

    private static BenchmarkGroup AcrossMachines(ComparedBenchmark benchmark) =>
        benchmark switch
        {
            { Judged.Verdict: Verdict.DiffersBetweenMachines } => BenchmarkGroup.Differs,
            { Allocation.Verdict: Verdict.Regressed or Verdict.Improved } => BenchmarkGroup.OtherAllocation,
            { Judged.Verdict: Verdict.UsualBetweenMachines } => BenchmarkGroup.Usual,
            { Allocation: not null } => BenchmarkGroup.LikeAllocation,
            _ => BenchmarkGroup.NotCompared,
        };

    // For a line such as "1 failing, 3 equivalent".
    public static string Counts(IEnumerable<ComparedBenchmark> benchmarks) =>
        string.Join(
            ", ",
            benchmarks
                .CountBy(GroupOf)
                .OrderBy(group => group.Key)
                .Select(group => string.Create(CultureInfo.InvariantCulture, $"{group.Value} {NameOf(group.Key)}"))
        );

    public static string NameOf(BenchmarkGroup group) =>
        group switch
        {
            BenchmarkGroup.Differs => "different between machines",
            BenchmarkGroup.OtherAllocation => "with different allocation",
            BenchmarkGroup.Usual => "usual between machines",
            BenchmarkGroup.LikeAllocation => "without a difference in allocation",
            BenchmarkGroup.Regressed => "worse but not failing",
            BenchmarkGroup.Lost => "vanished or failed",
            BenchmarkGroup.LeftOut => "skipped",
            BenchmarkGroup.NotCompared => "not compared",
            BenchmarkGroup.NotWorse => "not worse",
            BenchmarkGroup.SameCode => "same code",
            _ => group.ToString().ToLowerInvariant(),
        };

    public static string TitleOf(BenchmarkGroup group) =>
        group switch
        {
            BenchmarkGroup.Lost => "Vanished or failed",
            BenchmarkGroup.Regressed => "Slower, or allocates more, without failing the check",
            BenchmarkGroup.Differs => "Differs between machines",
            BenchmarkGroup.OtherAllocation => "Allocates more or less",
            BenchmarkGroup.Usual => "Differs as usual between machines",
            BenchmarkGroup.LikeAllocation => "No difference in allocation, times not judged",
            BenchmarkGroup.Improved => "Faster, or allocates less",
            BenchmarkGroup.LeftOut => "Skipped",
            BenchmarkGroup.NotCompared => "Not compared",
            BenchmarkGroup.NotWorse => "Not slower, and does not allocate more",
            BenchmarkGroup.SameCode => "Same code",
            _ => group.ToString(),
        };

    // The change that put the benchmark into its group: time or allocation.
    private static (bool IsOfTime, double Ratio) Change(ComparedBenchmark benchmark, BenchmarkGroup group)
    {
        var isOfTime = group switch
        {
            BenchmarkGroup.Failing => benchmark.TimeFails,
            BenchmarkGroup.Regressed => benchmark.Judged is { Verdict: Verdict.Regressed },
            BenchmarkGroup.Improved => benchmark.Judged is { Verdict: Verdict.Improved },
            BenchmarkGroup.OtherAllocation => false,
            _ => !benchmark.IsAllocationOnly,
        };
        if (isOfTime)
            return (true, benchmark.Judged is { } time && !double.IsNaN(time.Ratio) ? time.Ratio : 0);
        return benchmark.Allocation is { } bytes
            ? (false, Math.Max(LeastBytes, bytes.CandidateBytes) / Math.Max(LeastBytes, bytes.BaselineBytes))
            : (false, 0);
    }
}

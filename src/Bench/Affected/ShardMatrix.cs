using Bench.Results;
using Bench.Runner;

namespace Bench.Affected;

/// <summary>
/// The shards and replicates of a check as the matrix of a workflow: <c>index/count</c> of each goes to <c>--shard</c>,
/// <c>replicate/replicates</c> to <c>--replicate</c>.
/// </summary>
/// <param name="Index">The shards, from 1.</param>
/// <param name="Count">Their number, alone in a list.</param>
/// <param name="Replicate">The machines that measure the same, from 1.</param>
/// <param name="Replicates">Their number, alone in a list.</param>
internal sealed record ShardMatrix(
    IReadOnlyList<int> Index,
    IReadOnlyList<int> Count,
    IReadOnlyList<int> Replicate,
    IReadOnlyList<int> Replicates
)
{
    /// <summary>What one machine decides in about ten minutes.</summary>
    private const int BenchmarksOfShard = 40;

    /// <summary>As many shards as there is work for, each with some; one that only tells where nothing is to be measured.</summary>
    /// <param name="measured">The benchmarks that would be measured.</param>
    public static ShardMatrix Create(IReadOnlyList<BenchmarkId> measured, int max, int replicates)
    {
        var count = Math.Clamp((measured.Count + BenchmarksOfShard - 1) / BenchmarksOfShard, 1, max);
        while (count > 1 && measured.Select(benchmark => GateRun.PartOf(benchmark, count)).Distinct().Count() < count)
            count--;
        // What runs the same code needs no second machine that finds nothing to measure.
        var machines = measured.Count == 0 ? 1 : replicates;
        return new ShardMatrix([.. Enumerable.Range(1, count)], [count], [.. Enumerable.Range(1, machines)], [machines]);
    }
}

using Bench.Results;
using Bench.Runner;

namespace Bench.Affected;

/// <summary>The shards of a check as the matrix of a workflow: <c>index/count</c> of each goes to <c>--shard</c>.</summary>
/// <param name="Index">The shards, from 1.</param>
/// <param name="Count">Their number, alone in a list.</param>
internal sealed record ShardMatrix(IReadOnlyList<int> Index, IReadOnlyList<int> Count)
{
    /// <summary>What one machine decides in about ten minutes.</summary>
    private const int BenchmarksOfShard = 40;

    /// <summary>As many shards as there is work for, each with some; one that only tells where nothing is to be measured.</summary>
    /// <param name="measured">The benchmarks that would be measured.</param>
    public static ShardMatrix Create(IReadOnlyList<BenchmarkId> measured, int max)
    {
        var count = Math.Clamp((measured.Count + BenchmarksOfShard - 1) / BenchmarksOfShard, 1, max);
        while (count > 1 && measured.Select(benchmark => GateRun.PartOf(benchmark, count)).Distinct().Count() < count)
            count--;
        return new ShardMatrix([.. Enumerable.Range(1, count)], [count]);
    }
}

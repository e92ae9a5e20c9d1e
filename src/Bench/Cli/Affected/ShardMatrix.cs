using Bench.Results;
using Bench.Runner;

namespace Bench.Cli.Affected;

/// <summary>
/// The shards and replicates of a check as the matrix of a workflow: <c>index/count</c> goes to <c>--shard</c>,
/// <c>replicate/replicates</c> to <c>--replicate</c>. A matrix takes lists, so each count is a list of one number.
/// </summary>
internal sealed record ShardMatrix(
    IReadOnlyList<int> Index,
    IReadOnlyList<int> Count,
    IReadOnlyList<int> Replicate,
    IReadOnlyList<int> Replicates
)
{
    // One machine decides that many in about ten minutes.
    private const int BenchmarksOfShard = 40;

    // No shard is empty, except the only one if nothing is to be measured: it reports that.
    public static ShardMatrix Create(IReadOnlyList<BenchmarkId> measured, int max, int replicates)
    {
        var count = Math.Clamp((measured.Count + BenchmarksOfShard - 1) / BenchmarksOfShard, 1, max);
        while (count > 1 && measured.Select(benchmark => GateRun.PartOf(benchmark, count)).Distinct().Count() < count)
            count--;
        // Without anything to measure, a second machine would report the same.
        var machines = measured.Count == 0 ? 1 : replicates;
        return new ShardMatrix([.. Enumerable.Range(1, count)], [count], [.. Enumerable.Range(1, machines)], [machines]);
    }
}

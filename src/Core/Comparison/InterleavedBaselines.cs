using Bench.Results;

namespace Bench.Comparison;

/// <summary>
/// The baselines of an interleaved run. Its files name them by method and parameters: of two jobs each has one of its own, unless a job is
/// what the others are compared with.
/// </summary>
/// <param name="benchmarks">Those of one run.</param>
internal sealed class InterleavedBaselines(IEnumerable<BenchmarkResult> benchmarks)
{
    // What has ratios itself is no baseline, whatever its name: that of another job may be one.
    private readonly ILookup<(string FullName, string? Section), BenchmarkResult> baselines = benchmarks
        .Where(benchmark => benchmark.ToBaseline is null)
        .ToLookup(benchmark => (benchmark.Id.FullName, benchmark.Id.Section));

    /// <summary>The baseline that a benchmark has ratios to; null where the run lacks it.</summary>
    public BenchmarkResult? Of(BenchmarkResult benchmark)
    {
        var sameName = baselines[(benchmark.ToBaseline!.Baseline, benchmark.Id.Section)];
        return sameName.FirstOrDefault(other => other.Id.Job == benchmark.Id.Job) ?? sameName.FirstOrDefault();
    }

    /// <summary>Equal for what was measured interleaved with one baseline.</summary>
    public (string Name, BenchmarkId? Baseline) CategoryOf(BenchmarkResult benchmark) =>
        (benchmark.ToBaseline!.Baseline, Of(benchmark)?.Id);
}

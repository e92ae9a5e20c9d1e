using Bench.Results;

namespace Bench.Comparison;

// The files of an interleaved run name baselines by method and parameters. Each job has its own baseline, unless one job is the baseline
// of the others.
internal sealed class InterleavedBaselines(IEnumerable<BenchmarkResult> benchmarks)
{
    // A benchmark that has ratios is not a baseline, whatever its name. The one of another job may be.
    private readonly ILookup<(string FullName, string? Section), BenchmarkResult> baselines = benchmarks
        .Where(benchmark => benchmark.ToBaseline is null)
        .ToLookup(benchmark => (benchmark.Id.FullName, benchmark.Id.Section));

    // Null if the run lacks it.
    public BenchmarkResult? Of(BenchmarkResult benchmark)
    {
        var sameName = baselines[(benchmark.ToBaseline!.Baseline, benchmark.Id.Section)];
        return sameName.FirstOrDefault(other => other.Id.Job == benchmark.Id.Job) ?? sameName.FirstOrDefault();
    }

    // Equal for benchmarks that were measured interleaved with the same baseline.
    public (string Name, BenchmarkId? Baseline) CategoryOf(BenchmarkResult benchmark) =>
        (benchmark.ToBaseline!.Baseline, Of(benchmark)?.Id);
}

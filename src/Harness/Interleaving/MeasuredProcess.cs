using Bench.Statistics;
using BenchmarkDotNet.Running;

namespace Bench.Harness.Interleaving;

/// <summary>What a process measured.</summary>
/// <param name="Benchmark">The benchmark.</param>
/// <param name="Slices">In their order; empty if it failed.</param>
/// <param name="Overhead">The time of an empty call, ns per operation.</param>
internal sealed record MeasuredProcess(BenchmarkCase Benchmark, IReadOnlyList<InterleavedSlice> Slices, double Overhead)
{
    // Only the first call of a process is cold.
    private IReadOnlyList<InterleavedSlice> Compared => InterleavedEngineFactory.IsColdStart(Benchmark.Job) ? [.. Slices.Take(1)] : Slices;

    /// <summary>The ratio of its time to that of the baseline.</summary>
    /// <param name="baselines">The processes of the baseline, measured in the same rounds.</param>
    /// <returns>The mean over these processes; null if none of them has a round in common with this one.</returns>
    public PairedRatio? RatioTo(IEnumerable<MeasuredProcess> baselines)
    {
        PairedRatio[] ratios =
        [
            .. baselines
                .Select(baseline =>
                    PairedRatio.Estimate(
                        baseline.Compared,
                        baseline.Overhead,
                        Compared,
                        Overhead,
                        baseline.Benchmark.Descriptor.OperationsPerInvoke,
                        Benchmark.Descriptor.OperationsPerInvoke
                    )
                )
                .OfType<PairedRatio>(),
        ];
        return ratios.Length > 0 ? PairedRatio.Average(ratios) : null;
    }
}

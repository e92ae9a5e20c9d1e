using Bench.Statistics;
using BenchmarkDotNet.Running;

namespace Bench.Harness.Interleaving;

/// <summary>What a process measured.</summary>
/// <param name="Benchmark">The benchmark.</param>
/// <param name="Slices">In their order; empty if it failed.</param>
/// <param name="Overheads">Times of an empty call on the wall, ns an operation, the shortest first.</param>
internal sealed record MeasuredProcess(BenchmarkCase Benchmark, IReadOnlyList<TimedSlice> Slices, IReadOnlyList<double> Overheads)
{
    private bool IsColdStart => InterleavedEngineFactory.IsColdStart(Benchmark.Job);

    // Only the first call of a process is cold.
    private IReadOnlyList<TimedSlice> Compared => IsColdStart ? [.. Slices.Take(1)] : Slices;

    /// <summary>Which clock compares it with its baseline.</summary>
    /// <param name="baselines">The processes of the baseline, measured in the same rounds.</param>
    public SliceTiming TimingWith(IReadOnlyCollection<MeasuredProcess> baselines) =>
        IsColdStart ? SliceTiming.Wall : SliceTiming.Of([.. baselines.SelectMany(baseline => baseline.Slices)], Slices);

    /// <summary>The ratio of its time to that of the baseline.</summary>
    /// <param name="baselines">The processes of the baseline, measured in the same rounds.</param>
    /// <param name="isByProcessor">Whether processor time is compared, if all slices have one.</param>
    /// <returns>The mean over these processes; null if none of them has a round in common with this one.</returns>
    public PairedRatio? RatioTo(IEnumerable<MeasuredProcess> baselines, bool isByProcessor = false)
    {
        PairedRatio[] ratios = [.. baselines.Select(baseline => Estimate(baseline, isByProcessor)).OfType<PairedRatio>()];
        return ratios.Length > 0 ? PairedRatio.Average(ratios) : null;
    }

    private PairedRatio? Estimate(MeasuredProcess baseline, bool isByProcessor)
    {
        var isKnown = isByProcessor && baseline.Slices.Concat(Slices).All(slice => slice.Cores is not null);
        return PairedRatio.Estimate(
            baseline.Compared,
            baseline.Overhead(isKnown),
            Compared,
            Overhead(isKnown),
            baseline.Benchmark.Descriptor.OperationsPerInvoke,
            Benchmark.Descriptor.OperationsPerInvoke,
            isKnown
        );
    }

    // The shortest empty call was interrupted the least.
    private double Overhead(bool isByProcessor) =>
        Overheads.Count == 0 ? 0
        : isByProcessor ? Overheads[0]
        : (Overheads[(Overheads.Count - 1) / 2] + Overheads[Overheads.Count / 2]) / 2;
}

using Bench.Statistics;
using BenchmarkDotNet.Running;

namespace Bench.Harness.Interleaving;

/// <param name="Benchmark">The case that it measured.</param>
/// <param name="Slices">In order; empty if the process failed.</param>
/// <param name="Overheads">Wall-clock times of an empty call in ns per operation, the shortest first.</param>
internal sealed record MeasuredProcess(BenchmarkCase Benchmark, IReadOnlyList<TimedSlice> Slices, IReadOnlyList<double> Overheads)
{
    private bool IsColdStart => InterleavedEngineFactory.IsColdStart(Benchmark.Job);

    // Only the first call of a process is cold.
    private IReadOnlyList<TimedSlice> Compared => IsColdStart ? [.. Slices.Take(1)] : Slices;

    /// <param name="baselines">Processes of the baseline, measured in the same rounds.</param>
    public SliceTiming TimingWith(IReadOnlyCollection<MeasuredProcess> baselines) =>
        IsColdStart ? SliceTiming.Wall : SliceTiming.Of([.. baselines.SelectMany(baseline => baseline.Slices)], Slices);

    /// <param name="baselines">Processes of the baseline, measured in the same rounds.</param>
    /// <param name="isByProcessor">Compare CPU time, if all slices have one.</param>
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

    // The overhead for CPU time is the shortest empty call, which was interrupted least.
    private double Overhead(bool isByProcessor) =>
        Overheads.Count == 0 ? 0
        : isByProcessor ? Overheads[0]
        : (Overheads[(Overheads.Count - 1) / 2] + Overheads[Overheads.Count / 2]) / 2;
}

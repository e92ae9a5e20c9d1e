using MathNet.Numerics.Statistics;

namespace Bench.Statistics;

internal enum WallClockReason
{
    // It moves between threads, or the system has no processor-time clock of sufficient resolution.
    NoClock,

    // It waits for something other than a core: input, a lock, a timer.
    Waits,

    // It runs on several threads at once, so processor time is not elapsed time.
    Threads,

    // A slice is so short that reading the processor-time clock would distort it.
    Short,
}

// WallBecause is null for processor time. Blocked is the share, 0 to 1, of its time without waits for a core in which it did not run.
internal sealed record SliceTiming(WallClockReason? WallBecause, double Blocked = 0)
{
    // The largest share of a slice that may be blocked, or run on other threads.
    private const double Tolerance = 0.05;

    // In ns. Reading the clocks takes some microseconds.
    private const double ShortestSlice = 500_000;

    // If waits for a core are unknown, this quantile represents slices that no other program interrupted.
    private const double Undisturbed = 0.9;

    public static SliceTiming Wall { get; } = new(WallClockReason.NoClock);

    public bool IsByProcessor => WallBecause is null;

    // Processor time is used only if it suits both.
    public static SliceTiming Of(IReadOnlyList<TimedSlice> baseline, IReadOnlyList<TimedSlice> candidate) =>
        Of(baseline) is { IsByProcessor: false } wall ? wall : Of(candidate);

    private static SliceTiming Of(IReadOnlyList<TimedSlice> slices)
    {
        if (slices.Count == 0 || slices.Any(slice => slice.Cores is null))
            return Wall;
        if (slices.Select(slice => slice.UndisturbedNanoseconds).Median() < ShortestSlice)
            return new SliceTiming(WallClockReason.Short);
        var knowsWaits = slices.All(slice => slice.Cores!.Value.WaitNanoseconds is not null);
        double[] present = [.. slices.Select(slice => slice.Cores!.Value.Nanoseconds / slice.UndisturbedNanoseconds)];
        var share = knowsWaits ? present.Median() : present.Quantile(Undisturbed);
        var others = slices.Select(slice => slice.Cores!.Value.OtherNanoseconds / Math.Max(1, slice.Cores!.Value.Nanoseconds)).Median();
        var blocked = Math.Clamp(1 - share, 0, 1);
        return share < 1 - Tolerance ? new SliceTiming(WallClockReason.Waits, blocked)
            : others > Tolerance ? new SliceTiming(WallClockReason.Threads, blocked)
            : new SliceTiming(null, blocked);
    }
}

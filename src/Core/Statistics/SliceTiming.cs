using MathNet.Numerics.Statistics;

namespace Bench.Statistics;

/// <summary>Why the slices of a benchmark are timed by the wall clock.</summary>
internal enum WallClockReason
{
    /// <summary>It is asynchronous, or the system has no clock of the processor that is fine enough.</summary>
    NoClock,

    /// <summary>It waits for something else than a core: input, a lock, a timer.</summary>
    Waits,

    /// <summary>It runs on several threads at once: their processor time is not the time that passes.</summary>
    Threads,

    /// <summary>A slice is so short that reading the clock of the processor would count.</summary>
    Short,
}

/// <summary>Which clock times the slices of a benchmark: processor time, or the wall clock for a reason.</summary>
/// <param name="WallBecause">Null for processor time.</param>
/// <param name="Blocked">The share of its own time, without the wait for a core, in which it did not run, 0 to 1.</param>
internal sealed record SliceTiming(WallClockReason? WallBecause, double Blocked = 0)
{
    /// <summary>
    /// The largest share of a slice that may be blocked, or run on other threads.
    /// </summary>
    private const double Tolerance = 0.05;

    /// <summary>In ns: reading the clocks takes some microseconds.</summary>
    private const double ShortestSlice = 500_000;

    /// <summary>The quantile of slices that stands for those that no other program interrupted, if waits are not known.</summary>
    private const double Undisturbed = 0.9;

    public static SliceTiming Wall { get; } = new(WallClockReason.NoClock);

    public bool IsByProcessor => WallBecause is null;

    /// <summary>Chooses the clock of both sides: processor time only if it fits both.</summary>
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

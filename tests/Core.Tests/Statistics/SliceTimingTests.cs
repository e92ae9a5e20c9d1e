using Bench.Host;

namespace Bench.Core.Tests;

public sealed class SliceTimingTests
{
    private const double Work = 5e6;

    /// <param name="wait">The time for which other programs had the core, relative to the benchmark's own time.</param>
    [Theory]
    [InlineData(0)]
    [InlineData(0.5)]
    [InlineData(3)]
    public void What_runs_all_the_time_is_timed_by_the_processor_however_busy_the_machine_is(double wait)
    {
        var slices = Slices(Work * (1 + wait), Work, Work * wait);
        Assert.True(SliceTiming.Of(slices, slices).IsByProcessor);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(0.5)]
    [InlineData(3)]
    public void What_waits_for_something_else_is_timed_by_the_wall_clock(double wait)
    {
        var slices = Slices(Work * (1 + wait), Work * 0.7, Work * wait);
        var timing = SliceTiming.Of(slices, slices);
        Assert.Equal(WallClockReason.Waits, timing.WallBecause);
        Assert.Equal(0.3, timing.Blocked, 6);
    }

    [Fact]
    public void What_runs_on_several_threads_is_timed_by_the_wall_clock()
    {
        var slices = Slices(Work, Work, 0, others: Work);
        Assert.Equal(WallClockReason.Threads, SliceTiming.Of(slices, slices).WallBecause);
    }

    [Fact]
    public void Both_sides_have_one_clock()
    {
        var (runs, waits) = (Slices(Work, Work, 0), Slices(Work, Work / 2, 0));
        Assert.Equal(WallClockReason.Waits, SliceTiming.Of(runs, waits).WallBecause);
        Assert.Equal(WallClockReason.Waits, SliceTiming.Of(waits, runs).WallBecause);
    }

    [Fact]
    public void Without_a_clock_of_the_processor_it_is_the_wall_clock()
    {
        var (with, without) = (Slices(Work, Work, 0), Slices(Work, null, null));
        Assert.Equal(WallClockReason.NoClock, SliceTiming.Of(with, without).WallBecause);
        Assert.Equal(WallClockReason.NoClock, SliceTiming.Of([.. with, without[0]], with).WallBecause);
        Assert.Equal(WallClockReason.NoClock, SliceTiming.Of([], []).WallBecause);
    }

    [Fact]
    public void A_slice_of_some_microseconds_is_timed_by_the_wall_clock()
    {
        var slices = Slices(20_000, 24_000, 0);
        Assert.Equal(WallClockReason.Short, SliceTiming.Of(slices, slices).WallBecause);
    }

    /// <summary>The system does not report how long a thread waited, so uninterrupted slices decide.</summary>
    [Fact]
    public void Where_waits_are_not_known_undisturbed_slices_decide()
    {
        TimedSlice[] runs = [.. Slices(3 * Work, Work, null)[..40], .. Slices(Work, Work, null)[..10]];
        TimedSlice[] waits = [.. Slices(3 * Work, Work / 2, null)[..40], .. Slices(Work, Work / 2, null)[..10]];
        Assert.True(SliceTiming.Of(runs, runs).IsByProcessor);
        Assert.Equal(WallClockReason.Waits, SliceTiming.Of(waits, waits).WallBecause);
    }

    [Fact]
    public void A_collection_counts_without_the_time_that_others_had()
    {
        var slice = Slices(4 * Work, Work, 3 * Work)[0] with { PausedNanoseconds = 2 * Work };
        Assert.Equal(Work / 2, slice.NetPerOperation(isByProcessor: true));
        Assert.Equal(2 * Work, slice.NetPerOperation(isByProcessor: false));
        Assert.Equal(Work, slice.UndisturbedNanoseconds);
    }

    [Fact]
    public void A_collection_on_other_threads_counts_although_the_thread_did_not_run()
    {
        var slice = Slices(Work, 0.96 * Work, 0)[0] with { PausedNanoseconds = 0.04 * Work };
        Assert.Equal(Work, slice.PerOperation(isByProcessor: true), 3);
        Assert.Equal(0.96 * Work, slice.NetPerOperation(isByProcessor: true), 3);
    }

    private static TimedSlice[] Slices(double wall, double? processor, double? wait, double others = 0) =>
        [.. Enumerable.Repeat(new TimedSlice(1, wall, 0, processor is { } time ? new CoreTime(time, wait, others) : null), 50)];
}

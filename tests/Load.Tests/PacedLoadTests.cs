using Bench.Host;

namespace Bench.Load.Tests;

public sealed class PacedLoadTests
{
    [Fact]
    public void Slices_are_added_up_and_one_without_totals_leaves_all_without()
    {
        var counted = new PacedLoad(
            new RequestTimes([1, 2], 0, 0.5),
            TimeSpan.FromMicroseconds(10_000),
            new RuntimeTotals(3000, 4, 1, TimeSpan.FromMilliseconds(2), TimeSpan.FromMicroseconds(90))
        );

        var all = PacedLoad.Join([counted, counted]);
        var figures = new CounterFigures(1, 2, 3, 4, 5).With(all.Totals, TimeSpan.FromSeconds(2));
        var silent = PacedLoad.Join([counted, counted with { Totals = null }]);

        Assert.Equal(45, all.ProcessorMicroseconds);
        Assert.Equal(new CounterFigures(3000, 2, 3, 4, 0.002, 4, 1), figures);
        Assert.Equal((null, 5000), (silent.Totals, silent.ProcessorMicroseconds));
        Assert.Equal(1, new CounterFigures(1, 2, 3, 4, 5).With(silent.Totals, TimeSpan.FromSeconds(2)).AllocatedBytesPerSecond);
    }

    [Fact]
    public void Slices_of_a_few_ticks_have_no_processor_time_where_another_arm_has_no_totals()
    {
        // The runtime reports 43.2 and 46.1 ms; the system, in ticks of 10 ms, 40 and 50.
        PacedLoad Slice(double runtime, double system) =>
            new(
                new RequestTimes([1], 0, 0.5) { Requests = 2000 },
                TimeSpan.FromMilliseconds(system),
                new RuntimeTotals(0, 0, 0, TimeSpan.Zero, TimeSpan.FromMilliseconds(runtime))
            );
        PacedLoad?[] slices = [Slice(43.2, 40), null, Slice(46.1, 50)];

        Assert.Equal([21.6, null, 23.05], PacedLoad.ProcessorOf(slices, isExact: true, null, 64));
        Assert.Equal([null, null, null], PacedLoad.ProcessorOf(slices, isExact: false, null, 64));
        Assert.Equal([200, 250], PacedLoad.ProcessorOf([Slice(0, 400), Slice(0, 500)], isExact: false, null, 64));
    }

    [Fact]
    public void What_connections_take_is_no_part_of_what_a_request_takes()
    {
        // Ten slices, 64 connections of 9 KB and 90 µs each, and 100 bytes and 20 µs per request.
        var opening = new OpeningTotals(64 * (9000 + 100), 64 * TimeSpan.FromMicroseconds(90 + 20));
        var totals = new RuntimeTotals(
            (10 * 64 * 9000) + (100 * 50_000),
            4,
            1,
            TimeSpan.Zero,
            (10 * 64 * TimeSpan.FromMicroseconds(90)) + (50_000 * TimeSpan.FromMicroseconds(20))
        );
        var load = new PacedLoad(new RequestTimes([1], 0, 0.5) { Requests = 50_000 }, TimeSpan.FromSeconds(1), totals);

        Assert.Equal(
            totals with
            {
                AllocatedBytes = 100 * 50_000,
                Processor = TimeSpan.FromSeconds(1),
            },
            load.WithoutOpening(10, opening, 64).Totals
        );
        Assert.Equal(20, load.WithoutOpening(10, opening, 64).ProcessorMicroseconds!.Value, 6);
        // Figures without a reading, or that consist only of opening connections, stay unchanged.
        Assert.Equal(load, load.WithoutOpening(10, null, 64));
        Assert.Null((load with { Totals = null }).WithoutOpening(10, opening, 64).Totals);
        var tooShort = load with { Times = load.Times with { Requests = 640 } };
        Assert.Equal(tooShort, tooShort.WithoutOpening(10, opening, 64));
        // Never below zero.
        var less = load with { Totals = totals with { AllocatedBytes = 1, Processor = TimeSpan.Zero } };
        Assert.Equal(0, less.WithoutOpening(10, opening, 64).Totals!.Value.AllocatedBytes);
        Assert.Equal(0, less.WithoutOpening(10, opening, 64).ProcessorMicroseconds);
        // A negative count means that the counter has jumped, so the figure is missing.
        var jumped = (load with { Totals = totals with { AllocatedBytes = -5_000_000 } }).WithoutOpening(10, opening, 64).Totals;
        Assert.Null(new CounterFigures(1, 2, 3, 4, 5).With(jumped, TimeSpan.FromSeconds(2)).AllocatedBytesPerSecond);
    }

    [Fact]
    public void The_median_of_openings_is_known_where_each_is()
    {
        var one = new RuntimeTotals(100, 0, 0, TimeSpan.Zero, TimeSpan.FromMilliseconds(2));
        var other = new RuntimeTotals(300, 0, 0, TimeSpan.Zero, TimeSpan.FromMilliseconds(4));
        var jump = other with { AllocatedBytes = 4_000_000_000 };
        Assert.Equal(new OpeningTotals(300, TimeSpan.FromMilliseconds(4)), OpeningTotals.Of([one, jump, other]));
        Assert.Null(OpeningTotals.Of([one, null]));
        Assert.Null(OpeningTotals.Of([one with { AllocatedBytes = -1 }]));
        Assert.Null(OpeningTotals.Of([]));
    }

    [Theory]
    [InlineData(2000, 3_700_000_000, true)]
    [InlineData(2000, -500_000_000, true)]
    [InlineData(0.7, 20_000_000, true)]
    [InlineData(2000, 60_000_000, false)]
    [InlineData(0.7, 50_000, false)]
    public void A_jump_of_the_counter_of_bytes_is_no_allocation(double ofRequest, long more, bool isJump)
    {
        const long requests = 50_000;
        var usual = new PacedLoad(
            new RequestTimes([1], 0, 0.5) { Requests = requests },
            TimeSpan.FromSeconds(1),
            new RuntimeTotals((long)(ofRequest * requests), 4, 1, TimeSpan.Zero, TimeSpan.FromSeconds(1))
        );
        var jumping = usual with { Totals = usual.Totals!.Value with { AllocatedBytes = usual.Totals.Value.AllocatedBytes + more } };

        var (slices, jumps) = PacedLoad.WithoutJumps([usual, usual, jumping, usual]);

        Assert.Equal(isJump ? 1 : 0, jumps);
        Assert.Equal(isJump ? [usual, usual, usual, usual] : [usual, usual, jumping, usual], slices);
    }

    [Theory]
    [InlineData(200_000_000, 8, false)]
    [InlineData(200_000_000, 7, false)]
    [InlineData(200_000_000, 6, true)]
    [InlineData(200_000_000, 0, false)]
    [InlineData(-200_000_000, 8, true)]
    public void Bytes_with_more_collections_than_ever_are_allocation(long more, long collections, bool isJump)
    {
        var usual = new PacedLoad(
            new RequestTimes([1], 0, 0.5) { Requests = 1000 },
            TimeSpan.FromSeconds(1),
            new RuntimeTotals(20_000_000, 4, 1, TimeSpan.Zero, TimeSpan.FromSeconds(1))
        );
        var busy = usual with { Totals = usual.Totals!.Value with { Collections = 6 } };
        var bulky = usual with { Totals = usual.Totals.Value with { AllocatedBytes = 20_000_000 + more, Collections = collections } };

        Assert.Equal(isJump ? 1 : 0, PacedLoad.WithoutJumps([usual, busy, bulky, usual]).Jumps);
    }

    [Fact]
    public void Where_half_of_the_slices_would_be_jumps_or_one_has_no_totals_all_stay_as_they_are()
    {
        var usual = new PacedLoad(
            new RequestTimes([1], 0, 0.5) { Requests = 1000 },
            TimeSpan.FromSeconds(1),
            new RuntimeTotals(1000, 4, 1, TimeSpan.Zero, TimeSpan.FromSeconds(1))
        );
        var jumping = usual with { Totals = usual.Totals!.Value with { AllocatedBytes = -4_000_000_000 } };
        PacedLoad[] half = [usual, jumping];
        PacedLoad[] untold = [usual, usual, jumping, usual with { Totals = null }];

        Assert.Equal((half, 0), PacedLoad.WithoutJumps(half));
        Assert.Equal((untold, 0), PacedLoad.WithoutJumps(untold));
    }

    [Theory]
    [InlineData(90, true)]
    [InlineData(0, true)]
    [InlineData(90.123, false)]
    [InlineData(200, false)]
    public void A_few_ticks_of_the_clock_are_no_figure(double milliseconds, bool expected)
    {
        var slice = new PacedLoad(new RequestTimes([1], 0, 0.5), TimeSpan.FromMilliseconds(milliseconds), null);
        Assert.Equal(expected, slice.IsProcessorCoarse);
    }
}

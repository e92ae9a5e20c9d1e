namespace Bench.Load.Tests;

public sealed class MatrixRunTests
{
    [Fact]
    public void The_pace_follows_a_machine_that_becomes_slower()
    {
        var paces = Paces(new MatrixLevel(TwoArmsAt(0.5)) { Pace = 100 }, (900, 200), (150, 120), (900, 0), (900, 800));

        // Half of the slowest variant's peak. A variant without responses says nothing about the machine.
        Assert.Equal([100, 100, 60, 100, 100], paces);
    }

    [Fact]
    public void The_pace_does_not_follow_one_variant_that_nearly_hangs()
    {
        var plan = TwoArmsAt(0.7);
        var level = new MatrixLevel(plan);
        level.Begin(new Dictionary<LoadVariant, IReadOnlyList<double>> { [plan.Variants[0]] = [2000], [plan.Variants[1]] = [1000] });
        Assert.Equal([700, 700, 350, 420, 700], Paces(level, (2000, 1), (1000, 100), (1000, 600), (2500, 900)));
    }

    /// <summary>Each variant is faster in one of the requests: neither could follow at the other's share.</summary>
    [Fact]
    public void Each_request_of_a_mix_is_paced_by_the_variant_that_is_slowest_in_it()
    {
        var plan = TwoArmsAt(0.5) with
        {
            Requests = [new MatrixRequest { Name = "order", Connections = 10 }, new MatrixRequest { Name = "orders", Connections = 10 }],
        };
        var level = new MatrixLevel(plan);

        level.Begin(
            new Dictionary<LoadVariant, IReadOnlyList<double>> { [plan.Variants[0]] = [1200, 400], [plan.Variants[1]] = [2400, 200] }
        );

        Assert.Equal((700, 700), (level.Pace!.Value, level.NextPace));
        Assert.Equal([600, 100], VariantLoad.RatesOf(level.Pace.Value, level.Shares).Select(rate => Math.Round(rate, 9)));
    }

    private static LoadMatrix TwoArmsAt(double pace) =>
        new()
        {
            Name = "m",
            Pace = pace,
            Variants = [new LoadVariant { Name = "a" }, new LoadVariant { Name = "b" }],
        };

    // The first pace, and the pace after each round.
    private static List<double> Paces(MatrixLevel level, params (double First, double Second)[] peaks)
    {
        var (first, second) = (level.Matrix.Variants[0], level.Matrix.Variants[1]);
        var paces = new List<double> { level.NextPace };
        foreach (var peak in peaks)
        {
            level.Add(
                new Dictionary<LoadVariant, VariantRound>
                {
                    [first] = Alone("a", peak.First).Rounds[0],
                    [second] = Alone("b", peak.Second).Rounds[0],
                }
            );
            paces.Add(level.NextPace);
        }

        return paces;
    }

    [Fact]
    public void A_trial_run_takes_late_answers_and_names_the_variant_that_gives_no_good_one()
    {
        var variant = new LoadVariant { Name = "b" };
        var late = new Throughput(200, 10, new LoadErrors(0, 0, 0, Status: 20, Timeout: 200), 0.5, 1);

        Assert.Equal((18, 18), (late.GoodRequestsPerSecond, MatrixLoad.PeakOf(variant, late)));
        var refused = Assert.Throws<UnansweredException>(() =>
            MatrixLoad.PeakOf(variant, late with { Errors = late.Errors with { Status = 200 } })
        );
        Assert.Equal((variant, "b: no good response under load."), (refused.Variant, refused.Message));
        Assert.Throws<UnansweredException>(() => MatrixLoad.PeakOf(variant, late with { Requests = 0 }));
    }

    [Fact]
    public void A_server_that_answers_no_probe_when_the_generator_does_not_end_is_an_variant_without_an_answer()
    {
        var variant = new LoadVariant { Name = "b" };
        Action hangs = () =>
            VariantLoad.EnsureAnswers<int>(variant, () => throw new LoadException("http://a/ does not respond within 30 s."));

        var thrown = Assert.Throws<UnansweredException>(() =>
            VariantServer.Named(variant, () =>
                VariantLoad.OnceMore<int>(() => throw new StuckGeneratorException("h2load did not end"), hangs)
            )
        );

        Assert.Equal(
            (variant, "b: no good response under load: http://a/ does not respond within 30 s."),
            (thrown.Variant, thrown.Message)
        );
        Assert.Equal(1, VariantLoad.EnsureAnswers(variant, () => 1));
    }

    [Fact]
    public void Whatever_one_variant_fails_by_ends_the_others_and_is_thrown_as_it_is()
    {
        var ended = false;

        var thrown = Assert.Throws<IOException>(() =>
            VariantLoad.InParallel(
                ["full", "long"],
                (variant, cancellationToken) =>
                {
                    if (variant == "full")
                        throw new IOException("No space left on device");
                    ended = cancellationToken.WaitHandle.WaitOne(TimeSpan.FromMinutes(1));
                },
                CancellationToken.None
            )
        );

        Assert.Equal(("No space left on device", true), (thrown.Message, ended));
    }

    [Fact]
    public void A_full_disk_is_told_of_with_its_variant()
    {
        var thrown = Assert.Throws<LoadException>(() =>
            VariantServer.Named<int>(new LoadVariant { Name = "after" }, () => throw new IOException("No space left on device"))
        );
        Assert.Equal("after: No space left on device", thrown.Message);
    }

    [Theory]
    [InlineData(2, 1000, 4, 2)]
    [InlineData(2, 25, 4, 2)]
    [InlineData(2, 8, 4, 7)]
    [InlineData(2, 0.5, 4, 20)]
    [InlineData(30, 0.5, 4, 30)]
    [InlineData(2, 1000, 64, 2)]
    [InlineData(2, 100, 64, 7)]
    [InlineData(2, 50, 64, 13)]
    [InlineData(2, 20, 64, 20)]
    [InlineData(1, 30_000, 500, 1)]
    [InlineData(1, 30_000, 1000, 2)]
    [InlineData(3, 30_000, 1000, 3)]
    public void Slices_last_until_a_slow_variant_has_answered_each_connection_often_enough(
        double asked,
        double pace,
        int connections,
        double seconds
    ) =>
        Assert.Equal(
            seconds,
            InterleavedRound.SliceOf(new LoadMatrix { SliceSeconds = asked, Connections = connections }, pace).TotalSeconds
        );

    [Fact]
    public void Slices_of_a_mix_last_until_its_slowest_request_is_answered_often_enough()
    {
        var mix = new LoadMatrix
        {
            Requests = [new MatrixRequest { Name = "order", Connections = 10 }, new MatrixRequest { Name = "orders", Connections = 10 }],
        };
        var load = new VariantLoad(mix, ".", null) { Shares = [0.95, 0.05] };

        Assert.Equal(5, InterleavedRound.SliceOf(mix, VariantLoad.RatesOf(400, load.Shares)).TotalSeconds);
        Assert.Equal(10, load.TimeToOpen(20).TotalSeconds);
        Assert.Null(load.WhyNoPercentiles(400, TimeSpan.FromSeconds(5)));
        Assert.StartsWith("10 connections of orders send 8.0 requests each in 4 s", load.WhyNoPercentiles(400, TimeSpan.FromSeconds(4)));
    }

    [Theory]
    [InlineData(12, 2, 3)]
    [InlineData(10, 2, 3)]
    [InlineData(6, 2, 3)]
    [InlineData(5, 2, 2)]
    [InlineData(1, 2, 1)]
    [InlineData(12, 13, 1)]
    public void An_variant_is_loaded_for_as_long_as_is_asked_for_or_longer(double seconds, double slice, int blocks) =>
        Assert.Equal(blocks, InterleavedRound.BlocksOf(new LoadMatrix { DurationSeconds = seconds }, TimeSpan.FromSeconds(slice)));

    [Theory]
    [InlineData(5, 1, 1)]
    [InlineData(5, 2, 2)]
    [InlineData(3, 2, 3)]
    [InlineData(5, 20, 5)]
    public void No_slice_of_a_warm_up_is_shorter_than_others(double left, double slice, double expected) =>
        Assert.Equal(expected, VariantLoad.SliceOf(TimeSpan.FromSeconds(left), TimeSpan.FromSeconds(slice)).TotalSeconds);

    [Theory]
    [InlineData(0, 1)]
    [InlineData(3, 4)]
    [InlineData(int.MaxValue, 100)]
    public void What_is_left_of_slow_requests_is_waited_for_and_a_server_that_never_rests_is_not(int busy, int expected)
    {
        var (looks, waits) = (0, 0);
        InterleavedRound.WaitUntilDone(() => TimeSpan.FromMilliseconds(10 * Math.Min(looks++, busy)), _ => waits++);
        Assert.Equal(expected, waits);
    }

    [Theory]
    [InlineData(64, null, 64)]
    [InlineData(64, 1000.0, 64)]
    [InlineData(64, 20.0, 280)]
    [InlineData(1000, null, 68)]
    [InlineData(1000, 1000.0, 140)]
    public void The_time_of_a_round_is_that_of_slices_as_long_as_its_pace_asks_for(int connections, double? pace, double seconds)
    {
        var matrix = new LoadMatrix
        {
            DurationSeconds = 12,
            Connections = connections,
            Variants = [new LoadVariant { Name = "a" }, new LoadVariant { Name = "b" }],
        };
        Assert.Equal(seconds, InterleavedRound.Time(matrix, pace).TotalSeconds);
    }

    [Fact]
    public void Connections_are_opened_for_as_long_as_the_pace_takes_to_answer_each() =>
        Assert.Equal(128, new VariantLoad(new LoadMatrix { Connections = 64 }, ".", null).TimeToOpen(0.5).TotalSeconds);

    [Fact]
    public void A_generator_that_does_not_end_is_run_once_more_where_the_server_answers()
    {
        var (runs, probes) = (0, 0);
        Func<int> stuckOnce = () => ++runs == 1 ? throw new StuckGeneratorException("h2load did not end") : runs;
        Func<int> stuck = () => throw new StuckGeneratorException("h2load did not end");
        Action answers = () => probes++;

        Assert.Equal(2, VariantLoad.OnceMore(stuckOnce, answers));
        Assert.Equal(1, probes);
        // The second time the server may be the cause.
        Assert.Throws<StuckGeneratorException>(() => VariantLoad.OnceMore(stuck, answers));
        Assert.Equal(3, probes);
        runs = 0;
        var silent = Assert.Throws<LoadException>(() =>
            VariantLoad.OnceMore(stuckOnce, () => throw new LoadException("it does not answer"))
        );
        Assert.Equal((1, "it does not answer"), (runs, silent.Message));
    }

    // wrk fails if nobody listens any more, although the process still lives.
    [Fact]
    public void A_generator_that_fails_is_no_matter_of_the_server_where_that_answers()
    {
        var variant = new LoadVariant { Name = "b" };
        var probes = 0;
        Func<int> fails = () => throw new LoadException("b: wrk failed: unable to connect");

        var thrown = Assert.Throws<LoadException>(() => VariantLoad.OnceMore(fails, () => probes++));
        var refused = Assert.Throws<UnansweredException>(() =>
            VariantLoad.OnceMore(fails, () => VariantLoad.EnsureAnswers<int>(variant, () => throw new LoadException("connection refused.")))
        );

        Assert.Equal(("b: wrk failed: unable to connect", 1), (thrown.Message, probes));
        Assert.Equal((variant, "b: no good response under load: connection refused."), (refused.Variant, refused.Message));
        // A server that has ended is not probed.
        Assert.Throws<UnansweredException>(() => VariantLoad.OnceMore<int>(() => throw new UnansweredException(variant), () => probes++));
        Assert.Equal(1, probes);
    }
}

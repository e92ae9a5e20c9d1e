using FsCheck;
using FsCheck.Fluent;

namespace Bench.Load.Tests;

public sealed class GeneratorTests
{
    [Fact]
    public void Threads_divide_the_connections() => Properties.Hold(ArbMap.Default.ArbFor<(PositiveInt, PositiveInt)>(), given =>
        {
            var (connections, max) = (given.Item1.Get, given.Item2.Get);
            var threads = Wrk.ThreadsFor(connections, max);
            Assert.InRange(threads, 1, max);
            Assert.Equal(0, connections % threads);
        });

    [Theory]
    [InlineData(200, 6, 5)]
    [InlineData(3000, 6, 6)]
    [InlineData(1, 6, 1)]
    [InlineData(7, 6, 1)]
    public void As_many_threads_as_divide_them(int connections, int max, int expected) =>
        Assert.Equal(expected, Wrk.ThreadsFor(connections, max));

    [Fact]
    public void The_summary_is_read_from_among_what_wrk_prints() =>
        Assert.Equal(
            [1234, 2_000_000, 1, 2, 3, 4, 5],
            Wrk.Read("Running 2s test\n  Thread Stats   Avg\nbench-summary 1234 2000000 1 2 3 4 5\n")
        );

    [Theory]
    [InlineData(null, "-c 200 -t 5 -d 3s -s x.lua http://127.0.0.1:5000/")]
    [InlineData(30d, "-c 200 -t 5 -d 3s --timeout 30s -s x.lua http://127.0.0.1:5000/")]
    public void Wrk_is_told_when_an_answer_is_late(double? timeout, string expected) =>
        Assert.Equal(
            expected,
            string.Join(' ', Wrk.Arguments(new Uri("http://127.0.0.1:5000"), 200, 6, TimeSpan.FromSeconds(2.5), "x.lua", null, timeout))
        );

    [Theory]
    [InlineData("unable to connect to 127.0.0.1:1 Connection refused\n")]
    [InlineData("bench-summary 1 2 3\n")]
    public void No_summary_is_an_error(string output) => Assert.Throws<LoadException>(() => Wrk.Read(output));

    [Fact]
    public void A_log_of_fewer_requests_than_were_answered_is_no_log()
    {
        string[] outputs =
        [
            "finished in 1.00s\nrequests: 600 total, 664 started, 600 done, 600 succeeded, 0 failed, 0 errored, 0 timeout\n",
            "requests: 400 total, 464 started, 400 done, 0 succeeded, 400 failed, 0 errored, 0 timeout\n",
        ];

        H2Load.EnsureIsWhole(outputs, 936, 64, "/full");
        var thrown = Assert.Throws<LoadException>(() => H2Load.EnsureIsWhole(outputs, 935, 64, "/full"));
        Assert.Equal("only 935 of 1000 responses are in the log of h2load. Check for free space in /full.", thrown.Message);
        // Another version may say it in other words.
        H2Load.EnsureIsWhole(["done"], 0, 64, "/full");
    }

    [Fact]
    public void Percentiles_are_times_that_were_measured()
    {
        // 1 to 1,000 ms in another order; one failed, one line was cut off.
        var lines = Enumerable.Range(1, 1000).Select(i => $"17\t{(i == 500 ? 503 : 200)}\t{((i * 3) % 1001) * 1000}").Append("17\t2");

        var times = H2Load.Create(Read(lines), 0.5).Percentiles()!;

        Assert.Equal((1000, 1), (times.Requests, times.Failed));
        Assert.Equal(
            (500, 750, 900, 950, 990, 999, 1000),
            (times.P50, times.P75, times.P90, times.P95, times.P99, times.P999, times.Longest)
        );
    }

    [Fact]
    public void The_stampede_of_the_start_counts_as_requests_and_not_as_times()
    {
        // A hundred simultaneous requests that wait for each other, one of them in vain, then one every 10 ms; ordered by their ends.
        var start = 1_700_000_000_000_000;
        var stampede = Enumerable.Range(1, 100).Select(i => (Start: start + i, Status: i == 7 ? 503 : 200, Took: 600_000));
        var later = Enumerable.Range(0, 200).Select(i => (Start: start + 10_000 + (10_000 * i), Status: 200, Took: 1000 + i));
        string[] lines =
        [
            .. stampede
                .Concat(later)
                .OrderBy(request => request.Start + request.Took)
                .Select(request => FormattableString.Invariant($"{request.Start}\t{request.Status}\t{request.Took}")),
        ];

        var times = H2Load.Create(Read(lines), 0.5, settling: TimeSpan.FromMilliseconds(500));
        var percentiles = RequestTimes.Join([times, times]).Percentiles()!;

        Assert.Equal((600, 2), (percentiles.Requests, percentiles.Failed));
        Assert.Equal(1.199, percentiles.Longest);
        Assert.Equal(150, times.Milliseconds.Count);
        Assert.Equal(600, H2Load.Create(Read(lines), 0.5).Percentiles()!.P90);
        // If all requests began then, all of them count.
        Assert.Equal(100, H2Load.Create(Read(lines.Skip(200)), 0.5, settling: TimeSpan.FromSeconds(5)).Milliseconds.Count);
    }

    private static IReadOnlyList<LoggedRequest> Read(IEnumerable<string> lines) => H2Load.Read(lines, LoadRequest.Get);

    // The second generator starts 100 ms after the first, and each of them runs for 2 s.
    [Fact]
    public void Requests_at_the_same_time_count_while_all_are_loaded()
    {
        const long Start = 1_700_000_000_000_000;
        LoggedRequest[] fast = [.. Enumerable.Range(0, 2000).Select(i => new LoggedRequest(Start + (1000 * i), 1000, i % 10 != 0))];
        LoggedRequest[] slow = [.. Enumerable.Range(0, 20).Select(i => new LoggedRequest(Start + 100_000 + (100_000 * i), 100_000, true))];

        var (from, to) = H2Load.Overlap([fast, slow, []], TimeSpan.FromSeconds(2));
        var counted = RequestLoad.Of([.. fast.Where(request => request.End >= from && request.End < to)], (to - from) / 1e6, 0.5);

        // Leaves out a tenth of the time after the last start, and h2load's possible time to connect before the first end.
        Assert.Equal((Start + 300_000, Start + 1_975_000), (from, to));
        Assert.Equal(1000, counted.Throughput.RequestsPerSecond, 9);
        Assert.Equal(900, counted.Throughput.GoodRequestsPerSecond, 0);
        Assert.Equal(1, counted.Times.Percentiles()!.Mean);
        Assert.Equal(
            (0, 2_000_000),
            H2Load.Overlap(
                [
                    [],
                    [],
                ],
                TimeSpan.FromSeconds(2)
            )
        );
        Assert.Contains(
            "Use fewer requests, or increase",
            Assert.Throws<StuckGeneratorException>(() => H2Load.Overlap([fast, [slow[^1]]], TimeSpan.FromSeconds(2))).Message
        );
    }

    [Fact]
    public void A_request_that_is_never_answered_has_no_throughput_and_leaves_that_of_others_as_it_is()
    {
        var loop = ClosedLoop.OfMix([
            RequestLoad.Of([new LoggedRequest(0, 2000, true), new LoggedRequest(5, 4000, false)], 2, 0.5),
            RequestLoad.Of([], 2, 0.5),
        ]);
        Assert.Equal([0.5, 0], loop.Each.Select(request => request.GoodRequestsPerSecond));
        Assert.Equal((2, 1, 0.5), (loop.Throughput.Requests, loop.Throughput.Errors.Status, loop.Throughput.GoodRequestsPerSecond));
        Assert.Null(loop.Requests[1].Times.Percentiles());
    }

    [Theory]
    [InlineData(0.0004, "0.0004")]
    [InlineData(1.0 / 3, "0.3333333333333333")]
    [InlineData(125, "125")]
    public void A_slow_pace_is_never_rounded_to_none(double rate, string expected) => Assert.Equal(expected, H2Load.RateText(rate));

    [Fact]
    public void A_log_without_lines_says_nothing() => Assert.Null(H2Load.Create([], 0).Percentiles());

    [Theory]
    [InlineData(20_000, 200, 1, null)]
    [InlineData(20_000, 20_000, 1, "20000 files")]
    [InlineData(1_000_000, 30_000, 1, "28232 local ports for each of 1 addresses")]
    [InlineData(1_000_000, 30_000, 2, null)]
    public void What_the_machine_does_not_allow_is_said(long files, int connections, int addresses, string? expected)
    {
        var reason = new ConnectionLimits(files, 28_232).UnsupportedReason(connections, addresses);
        if (expected is null)
            Assert.Null(reason);
        else
            Assert.Contains(expected, reason);
    }

    [Fact]
    public void A_machine_with_few_ports_says_so() =>
        Assert.Contains("1000 local ports", new ConnectionLimits(1_000_000, 1000).UnsupportedReason(8, 1));

    [Fact]
    public void Success_counts_late_and_bad_answers_and_broken_connections()
    {
        Assert.Equal(0.5, new Throughput(90, 1, new LoadErrors(5, 3, 2, 30, 10), 0, null).Success);
        Assert.Equal(0, new Throughput(0, 1, new LoadErrors(0, 0, 0, 0, 0), 0, null).Success);
        Assert.Equal(0, new Throughput(5, 1, new LoadErrors(0, 0, 0, 0, 9), 0, null).Success);
    }

    [Fact]
    public void Throughput_and_mean_are_of_one_kind()
    {
        var level = LoadRuns.Level(200, 1, 1000, 2000, 1500);
        Assert.Equal(1500, level.RequestsPerSecond);
        Assert.Equal(200, level.RequestsPerSecond!.Value * level.MeanMilliseconds!.Value / 1000, 9);
    }
}

namespace Bench.Load.Tests;

public sealed class ServerWarmUpTests
{
    // The first two are the shares that the AdventureWorks sample reported on one core, at full speed and paced.
    [Theory]
    [InlineData("0.016 0.121 0.028 0.004 0.003", 5)]
    [InlineData("0.007 0.215 0.03 0.009 0.001", 5)]
    [InlineData("0 0", 2)]
    [InlineData("0.5 0.5 0.5", null)]
    [InlineData("0 0.5 0", null)]
    [InlineData("- - - -", 4)]
    [InlineData("- - 0.5 -", null)]
    [InlineData("- - 0 0", 4)]
    [InlineData("0.5 0 - 0 0", 4)]
    public void It_ends_when_the_compiler_was_quiet_for_two_slices(string shares, int? expected)
    {
        var all = Shares(shares);
        int? ended = Enumerable
            .Range(1, all.Length)
            .Where(count => ServerWarmUp.IsDone([.. all.Take(count)]))
            .Select(count => (int?)count)
            .FirstOrDefault();
        Assert.Equal(expected, ended);
    }

    [Theory]
    [InlineData(99, false, false)]
    [InlineData(100, false, true)]
    [InlineData(5, true, true)]
    public void A_compiler_that_is_quiet_for_want_of_requests_is_not_warm(long requests, bool isLate, bool expected) =>
        Assert.Equal(
            expected,
            ServerWarmUp.IsWarm(
                [
                    [0, 0],
                ],
                requests,
                isLate
            )
        );

    [Theory]
    [InlineData("0.5 0.5 0.5", "its JIT compiler was still busy after 3 minutes of load, so measurements would not repeat.")]
    [InlineData("0.5 - - -", "its JIT compiler was still busy after 3 minutes of load, so measurements would not repeat.")]
    [InlineData("0 - - - -", "its counters have been silent for 20 s, so it is unknown whether its JIT compiler is done.")]
    [InlineData("0.5 0.5 - - - - -", "its counters have been silent for 25 s, so it is unknown whether its JIT compiler is done.")]
    public void Counters_that_say_nothing_are_no_compiler_at_work(string shares, string expected)
    {
        var compiling = Shares(shares);
        Assert.False(ServerWarmUp.IsDone(compiling));
        Assert.Equal(expected, ServerWarmUp.WhyNotWarm(compiling, TimeSpan.FromMinutes(3)));
    }

    [Fact]
    public void A_warm_up_that_is_longer_than_compilers_may_take_is_not_late_by_itself()
    {
        var loads = new List<double>();
        long Load(TimeSpan time)
        {
            loads.Add(time.TotalSeconds);
            return 1000;
        }

        ServerWarmUp.Run([("quiet", () => 0.001)], TimeSpan.FromMinutes(5), Load);
        Assert.Equal([300, 5], loads);

        loads.Clear();
        var why = Assert.Throws<LoadException>(() => ServerWarmUp.Run([("busy", () => 0.5)], TimeSpan.FromMinutes(5), Load)).Message;

        Assert.StartsWith("busy: its JIT compiler was still busy after 8 minutes of load", why);
        Assert.Equal(480, loads.Sum());
    }

    // Twelve servers of one matrix share the core that a single one would have alone.
    [Theory]
    [InlineData(1, 3)]
    [InlineData(2, 3)]
    [InlineData(12, 13)]
    public void Several_compilers_have_longer(int servers, int minutes) =>
        Assert.Equal(TimeSpan.FromMinutes(minutes), ServerWarmUp.Longest(servers));

    private static double?[] Shares(string text) =>
        [
            .. text.Split(' ')
                .Select(share => share == "-" ? (double?)null : double.Parse(share, System.Globalization.CultureInfo.InvariantCulture)),
        ];
}

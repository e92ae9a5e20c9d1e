namespace Bench.Load.Tests;

public sealed class CounterReadingsTests
{
    private static readonly TimeSpan Idle = TimeSpan.FromSeconds(1.5);

    // It grows by 100 per second for six seconds, and is loaded during two of them.
    [Theory]
    [InlineData(0, 6, 300.0)]
    [InlineData(1, 5, 200.0)]
    [InlineData(0, 4, null)]
    [InlineData(2, 6, null)]
    [InlineData(7, 9, null)]
    public void What_grows_under_load_is_known_where_it_was_told_before_and_after(int first, int last, double? perSecond)
    {
        foreach (
            var (allocated, pause) in new[]
            {
                (RuntimeCounter.Allocated, RuntimeCounter.Pause),
                (RuntimeCounter.AllocatedInInterval, RuntimeCounter.PauseInInterval),
            }
        )
        {
            var readings = Said(first, last, allocated, pause);

            var figures = readings.OfLoad(TimeSpan.Zero, TimeSpan.FromSeconds(6), TimeSpan.FromSeconds(2), Idle);

            Assert.Equal((perSecond, perSecond), (figures.AllocatedBytesPerSecond, figures.PauseShare));
        }
    }

    [Fact]
    public void A_rate_is_that_of_the_time_in_which_it_was_told()
    {
        var figures = Said(0, 3, RuntimeCounter.Allocated, RuntimeCounter.Pause).Between(TimeSpan.Zero, TimeSpan.FromSeconds(6));
        Assert.Equal((100, 100), (figures.AllocatedBytesPerSecond, figures.PauseShare));
    }

    /// <summary>Server GC can release a heap, and with it the count of all bytes that were ever allocated from it.</summary>
    [Theory]
    [InlineData("Allocated")]
    [InlineData("AllocatedInInterval")]
    public void A_count_of_bytes_that_falls_is_no_figure(string counter)
    {
        var readings = new CounterReadings();
        foreach (var (second, value) in new[] { (0, 100.0), (3, 250), (6, -400) })
        {
            var time = TimeSpan.FromSeconds(second);
            readings.Add(new CounterReading(time, DateTime.UnixEpoch + time, Enum.Parse<RuntimeCounter>(counter), "", value));
        }

        var end = TimeSpan.FromSeconds(6);

        Assert.Null(readings.Between(TimeSpan.Zero, end).AllocatedBytesPerSecond);
        Assert.Null(readings.OfLoad(TimeSpan.Zero, end, TimeSpan.FromSeconds(2), Idle).AllocatedBytesPerSecond);
        Assert.NotNull(readings.Between(TimeSpan.Zero, TimeSpan.FromSeconds(3)).AllocatedBytesPerSecond);
    }

    private static CounterReadings Said(int first, int last, params RuntimeCounter[] counters)
    {
        var readings = new CounterReadings();
        for (var second = first; second <= last; second++)
        {
            foreach (var counter in counters)
            {
                var value = counter is RuntimeCounter.Allocated or RuntimeCounter.Pause ? 100 * second : 100;
                var time = TimeSpan.FromSeconds(second);
                readings.Add(new CounterReading(time, DateTime.UnixEpoch + time, counter, "", value));
            }
        }

        return readings;
    }
}

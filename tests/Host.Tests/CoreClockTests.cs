namespace Bench.Host.Tests;

public sealed class CoreClockTests
{
    [Fact]
    public void A_thread_that_sleeps_uses_no_processor_and_one_that_runs_does()
    {
        Assert.SkipUnless(CoreClock.OfThisProcess is not null, "the system has no clock of the processor");
        var clock = CoreClock.OfThisProcess!;
        var before = clock.Before();

        Thread.Sleep(100);
        var slept = clock.After().Since(before);
        // Loop until it has used the time: a busy machine may not run it at once.
        while (clock.After().Since(before).Nanoseconds < 20e6) { }

        Assert.True(slept.Nanoseconds < 20e6);
        Assert.True(slept.WaitNanoseconds is null or >= 0);
    }

    [Fact]
    public void What_another_thread_does_is_told_apart()
    {
        Assert.SkipUnless(CoreClock.OfThisProcess is not null, "the system has no clock of the processor");
        var clock = CoreClock.OfThisProcess!;
        var before = clock.Before();
        var other = new Thread(() =>
        {
            var start = clock.Before();
            while (clock.After().Since(start).Nanoseconds < 30e6) { }
        });

        other.Start();
        other.Join();

        Assert.True(clock.After().Since(before).OtherNanoseconds >= 30e6);
    }

    [Fact]
    public void A_counter_that_goes_back_is_no_negative_time()
    {
        var time = new CoreReading(10, 30, 5).Since(new CoreReading(12, 40, 9));
        Assert.Equal(new CoreTime(0, 0, 0), time);
    }
}

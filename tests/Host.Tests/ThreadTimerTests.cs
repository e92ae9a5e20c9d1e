using System.Diagnostics;

namespace Bench.Host.Tests;

public sealed class ThreadTimerTests
{
    [Fact]
    public void What_the_thread_does_is_counted_and_how_long_it_sleeps_is_not()
    {
        var timer = Timer();

        timer.Read();
        Spin(30);
        Thread.Sleep(100);
        timer.Read();

        var cores = timer.Used!.Value;
        Assert.InRange(cores.Nanoseconds, 30e6, 100e6);
        Assert.True(cores.WaitNanoseconds is null or >= 0);
    }

    [Fact]
    public void A_benchmark_that_moves_to_another_thread_has_no_processor_time()
    {
        var timer = Timer();

        timer.Read();
        var other = new Thread(() => timer.Read());
        other.Start();
        other.Join();

        Assert.Null(timer.Used);
    }

    private static ThreadTimer Timer()
    {
        Assert.SkipUnless(CoreClock.OfThisProcess is not null, "the system has no clock of the processor");
        return new ThreadTimer();
    }

    // Until it has used the time: a busy machine may not run it at once.
    private static void Spin(int milliseconds)
    {
        var clock = CoreClock.OfThisProcess!;
        var start = clock.Before();
        while (clock.After().Since(start).Nanoseconds < milliseconds * 1e6) { }
    }
}

using System.Diagnostics;

namespace Bench.Host;

/// <summary>
/// Measures a thread's processor time and its wait for a core. Unlike wall time, neither contains the work of other programs.
/// </summary>
internal abstract class CoreClock
{
    // In ns. A clock with coarser steps cannot time slices of a few milliseconds.
    private const double CoarsestStep = 100_000;

    private const int Steps = 5;

    private static readonly TimeSpan LongestCheck = TimeSpan.FromMilliseconds(100);
    private static readonly Lazy<CoreClock?> Own = new(Create);

    // Null if the system has no clock that is fine enough.
    public static CoreClock? OfThisProcess => Own.Value;

    public CoreReading Before()
    {
        var wait = Wait();
        var process = ProcessTime();
        return new CoreReading(ThreadTime(), process, wait);
    }

    // Reads in the reverse order of Before, so that reading costs no thread time.
    public CoreReading After()
    {
        var thread = ThreadTime();
        var process = ProcessTime();
        return new CoreReading(thread, process, Wait());
    }

    // In ns, of the calling thread.
    protected abstract double ThreadTime();

    // In ns, of all threads.
    protected abstract double ProcessTime();

    // In ns, of the calling thread; null if the system does not count it.
    protected virtual double? Wait() => null;

    // If anything is missing on this system or in a trimmed program, the wall clock remains.
    private static CoreClock? Create()
    {
        try
        {
            CoreClock? clock =
                OperatingSystem.IsLinux() ? new LinuxCoreClock()
                : OperatingSystem.IsMacOS() ? new MacCoreClock()
                : null;
            clock?.After().Since(clock.Before());
            return clock?.IsFine(clock.ThreadTime) == true && clock.IsFine(clock.ProcessTime) ? clock : null;
        }
        catch (Exception)
        {
            return null;
        }
    }

    // Waits busily, because processor time stands still while a thread sleeps.
    private bool IsFine(Func<double> read)
    {
        var smallest = double.PositiveInfinity;
        var last = read();
        var clock = Stopwatch.StartNew();
        for (var steps = 0; steps < Steps && clock.Elapsed < LongestCheck;)
        {
            var now = read();
            if (now == last)
                continue;
            smallest = Math.Min(smallest, now - last);
            last = now;
            steps++;
        }

        return smallest is > 0 and <= CoarsestStep;
    }
}

/// <param name="Time">Processor time of the thread, ns.</param>
/// <param name="ProcessTime">Processor time of the whole process, ns.</param>
/// <param name="Wait">How long the thread has waited for a core, ns; null if the system does not count it.</param>
internal readonly record struct CoreReading(double Time, double ProcessTime, double? Wait)
{
    public CoreTime Since(CoreReading start)
    {
        var time = Math.Max(0, Time - start.Time);
        return new CoreTime(
            time,
            Wait is { } end && start.Wait is { } begin ? Math.Max(0, end - begin) : null,
            Math.Max(0, ProcessTime - start.ProcessTime - time)
        );
    }
}

using System.Diagnostics;

namespace Bench.Host;

/// <summary>
/// Measures the processor time of a thread, and how long it waited for a core. Unlike the time on the wall, it does not contain the time in
/// which other programs had the core.
/// </summary>
internal abstract class CoreClock
{
    /// <summary>In ns. A clock with coarser steps cannot time slices of some milliseconds.</summary>
    private const double CoarsestStep = 100_000;

    private const int Steps = 5;

    private static readonly TimeSpan LongestCheck = TimeSpan.FromMilliseconds(100);
    private static readonly Lazy<CoreClock?> Own = new(Create);

    /// <summary>The clock of this process; null if the system has none that is fine enough.</summary>
    public static CoreClock? OfThisProcess => Own.Value;

    /// <summary>Reads the clock just before the calling thread runs something.</summary>
    public CoreReading Before()
    {
        var wait = Wait();
        var process = ProcessTime();
        return new CoreReading(ThreadTime(), process, wait);
    }

    /// <summary>Reads the clock just after that, in the reverse order: what reading takes is not counted.</summary>
    public CoreReading After()
    {
        var thread = ThreadTime();
        var process = ProcessTime();
        return new CoreReading(thread, process, Wait());
    }

    /// <summary>Processor time of the calling thread so far, ns.</summary>
    protected abstract double ThreadTime();

    /// <summary>Processor time of all threads so far, ns.</summary>
    protected abstract double ProcessTime();

    /// <summary>How long the calling thread has waited for a core so far, ns; null if the system does not say.</summary>
    protected virtual double? Wait() => null;

    // Whatever is missing on a system or in a trimmed program, the wall clock remains.
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

    // Busy meanwhile, so that the time goes on.
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

/// <summary>A reading of the clock.</summary>
/// <param name="Time">Processor time of the thread, ns.</param>
/// <param name="ProcessTime">Processor time of the whole process, ns.</param>
/// <param name="Wait">How long the thread has waited for a core, ns; null if the system does not say.</param>
internal readonly record struct CoreReading(double Time, double ProcessTime, double? Wait)
{
    /// <summary>The difference to an earlier reading.</summary>
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

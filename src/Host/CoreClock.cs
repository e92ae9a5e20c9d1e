using System.Diagnostics;

namespace Bench.Host;

/// <summary>
/// Measures the processor time of threads, and how long they waited for a core. Unlike the time on the wall, it does not contain the time
/// in which other programs had the core.
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

    /// <summary>Reads the clock just before something runs.</summary>
    /// <param name="isOnThread">Whether it runs on the calling thread alone; otherwise all threads count but the compiler's.</param>
    public CoreReading Before(bool isOnThread)
    {
        if (isOnThread)
        {
            var wait = ThreadWait();
            var process = ProcessTime();
            return new CoreReading(ThreadTime(), process, wait);
        }

        var all = AllThreads();
        var time = ProcessTime() - (all?.Compiler ?? 0);
        return new CoreReading(time, time, all?.Wait);
    }

    /// <summary>Reads the clock just after it has run, in the reverse order: what reading takes is not counted.</summary>
    public CoreReading After(bool isOnThread)
    {
        if (isOnThread)
        {
            var thread = ThreadTime();
            var process = ProcessTime();
            return new CoreReading(thread, process, ThreadWait());
        }

        var time = ProcessTime();
        var all = AllThreads();
        time -= all?.Compiler ?? 0;
        return new CoreReading(time, time, all?.Wait);
    }

    /// <summary>Processor time of the calling thread so far, ns.</summary>
    protected abstract double ThreadTime();

    /// <summary>Processor time of all threads so far, ns.</summary>
    protected abstract double ProcessTime();

    /// <summary>How long the calling thread has waited for a core so far, ns; null if the system does not say.</summary>
    protected virtual double? ThreadWait() => null;

    /// <summary>
    /// How long all threads but the compiler's have waited for a core, and the processor time of the compiler's, ns; null if the system
    /// does not say.
    /// </summary>
    protected virtual (double Wait, double Compiler)? AllThreads() => null;

    private static CoreClock? Create()
    {
        try
        {
            CoreClock? clock =
                OperatingSystem.IsLinux() ? new LinuxCoreClock()
                : OperatingSystem.IsMacOS() ? new MacCoreClock()
                : OperatingSystem.IsWindows() ? new WindowsCoreClock()
                : null;
            return clock?.IsFine(clock.ThreadTime) == true && clock.IsFine(clock.ProcessTime) ? clock : null;
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException or InvalidOperationException or IOException)
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
/// <param name="Time">Processor time of the threads that count, ns.</param>
/// <param name="ProcessTime">Processor time of the whole process, ns; without the compiler's if all threads count.</param>
/// <param name="Wait">How long those threads have waited for a core, ns; null if the system does not say.</param>
internal readonly record struct CoreReading(double Time, double ProcessTime, double? Wait)
{
    /// <summary>The difference to an earlier reading.</summary>
    public CoreTime Since(CoreReading start)
    {
        var time = Math.Max(0, Time - start.Time);
        return new CoreTime(
            time,
            // A thread that has ended took its time with it.
            Wait is { } end
            && start.Wait is { } begin
                ? Math.Max(0, end - begin)
                : null,
            Math.Max(0, ProcessTime - start.ProcessTime - time)
        );
    }
}

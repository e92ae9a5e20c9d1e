using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Bench.Host;

/// <summary>
/// Cycles of threads and of the process: GetThreadTimes has steps of 15.6 ms. A cycle takes as long as it takes in the best of several
/// short loops. It does not tell how long a thread waited for a core.
/// </summary>
internal sealed class WindowsCoreClock : CoreClock
{
    private const int Loops = 5;
    private static readonly TimeSpan Loop = TimeSpan.FromMilliseconds(2);
    private readonly double nanosecondsPerCycle = Enumerable.Range(0, Loops).Min(_ => MeasureCycle());

    protected override double ThreadTime() => CyclesOfThread() * nanosecondsPerCycle;

    protected override double ProcessTime() =>
        QueryProcessCycleTime(GetCurrentProcess(), out var cycles)
            ? cycles * nanosecondsPerCycle
            : throw new InvalidOperationException("QueryProcessCycleTime fails.");

    private static double MeasureCycle()
    {
        var (start, clock) = (CyclesOfThread(), Stopwatch.StartNew());
        while (clock.Elapsed < Loop) { }

        return clock.Elapsed.TotalNanoseconds / (CyclesOfThread() - start);
    }

    private static double CyclesOfThread() =>
        QueryThreadCycleTime(GetCurrentThread(), out var cycles)
            ? cycles
            : throw new InvalidOperationException("QueryThreadCycleTime fails.");

    [DllImport("kernel32.dll")]
    private static extern nint GetCurrentThread();

    [DllImport("kernel32.dll")]
    private static extern nint GetCurrentProcess();

    [DllImport("kernel32.dll")]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static extern bool QueryThreadCycleTime(nint thread, out ulong cycles);

    [DllImport("kernel32.dll")]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static extern bool QueryProcessCycleTime(nint process, out ulong cycles);
}

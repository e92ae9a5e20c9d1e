using System.Runtime.InteropServices;

namespace Bench.Host;

/// <summary>Uses clock_gettime_nsec_np(3), available since macOS 10.12. It has no wait for a core.</summary>
internal sealed class MacCoreClock : CoreClock
{
    private const int ProcessClock = 12;
    private const int ThreadClock = 16;

    protected override double ThreadTime() => Read(ThreadClock);

    protected override double ProcessTime() => Read(ProcessClock);

    private static double Read(int clock) =>
        GetNanoseconds(clock) is > 0 and var time ? time : throw new InvalidOperationException("clock_gettime_nsec_np fails.");

    [DllImport("libSystem.dylib", EntryPoint = "clock_gettime_nsec_np")]
    private static extern ulong GetNanoseconds(int clock);
}

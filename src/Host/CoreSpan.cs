using System.Runtime;

namespace Bench.Host;

// Start and End must run on the same thread. The JIT compiler's time does not count as that of other threads.
internal readonly struct CoreSpan
{
    private readonly CoreClock clock;
    private readonly CoreReading start;
    private readonly TimeSpan compiled;

    private CoreSpan(CoreClock clock)
    {
        this.clock = clock;
        compiled = JitInfo.GetCompilationTime(currentThread: false);
        start = clock.Before();
    }

    // Null if the system has no clock that is fine enough.
    public static CoreSpan? Start() => CoreClock.OfThisProcess is { } clock ? new CoreSpan(clock) : null;

    public CoreTime End()
    {
        var used = clock.After().Since(start);
        var compiling = JitInfo.GetCompilationTime(currentThread: false) - compiled;
        return used with { OtherNanoseconds = Math.Max(0, used.OtherNanoseconds - compiling.TotalNanoseconds) };
    }
}

using System.Diagnostics;
using System.Runtime;

namespace Bench.Host;

/// <summary>
/// Times a benchmark that runs on the thread pool, in ticks of <see cref="Stopwatch"/>, and counts the processor time of the thread that
/// runs it. Asynchronous calls that complete at once all run on one thread.
/// </summary>
internal sealed class ThreadTimer : Counter
{
    private readonly CoreClock clock;
    private readonly TimeSpan compiled;
    private (CoreReading Reading, int Thread)? start;
    private (CoreReading Reading, int Thread) end;

    private ThreadTimer(CoreClock clock)
    {
        this.clock = clock;
        compiled = JitInfo.GetCompilationTime(currentThread: false);
    }

    // Null if the system has no clock that is fine enough.
    public static ThreadTimer? Create() => CoreClock.OfThisProcess is { } clock ? new ThreadTimer(clock) : null;

    // The first and the last call count.
    public override long Read()
    {
        if (start is null)
        {
            start = (clock.Before(), Environment.CurrentManagedThreadId);
            return Stopwatch.GetTimestamp();
        }

        var now = Stopwatch.GetTimestamp();
        end = (clock.After(), Environment.CurrentManagedThreadId);
        return now;
    }

    // Null if the benchmark moved to another thread.
    public CoreTime? End() => start is { } begin && begin.Thread == end.Thread ? WithoutCompiler(end.Reading.Since(begin.Reading)) : null;

    private CoreTime WithoutCompiler(CoreTime used)
    {
        var compiling = JitInfo.GetCompilationTime(currentThread: false) - compiled;
        return used with { OtherNanoseconds = Math.Max(0, used.OtherNanoseconds - compiling.TotalNanoseconds) };
    }
}

using System.Diagnostics;

namespace Bench.Host;

/// <summary>
/// Times a benchmark that runs on the thread pool, in ticks of <see cref="Stopwatch"/>, and counts the processor time of the thread that
/// runs it. Asynchronous calls that complete at once all run on one thread.
/// </summary>
internal sealed class ThreadTimer : Counter
{
    private CoreSpan? span;
    private int? thread;

    // Null if the benchmark moved to another thread, or the system has no clock that is fine enough.
    public CoreTime? Used { get; private set; }

    // The first and the last call count.
    public override long Read()
    {
        if (thread is null)
        {
            thread = Environment.CurrentManagedThreadId;
            span = CoreSpan.Start();
            return Stopwatch.GetTimestamp();
        }

        var now = Stopwatch.GetTimestamp();
        Used = thread == Environment.CurrentManagedThreadId ? span?.End() : null;
        return now;
    }
}

using System.Diagnostics;

namespace Bench.Allocations;

/// <summary>
/// Counts the bytes that a logical flow allocates on any thread. The runtime notifies an <see cref="AsyncLocal{T}"/> each time a thread
/// begins or ends to run for the flow.
/// </summary>
internal sealed class FlowMeter
{
    private static readonly AsyncLocal<FlowMeter?> Flow = new(change =>
    {
        change.PreviousValue?.Leave();
        change.CurrentValue?.Enter();
    });

    private static readonly TimeSpan LongestHandOver = TimeSpan.FromMilliseconds(100);

    [ThreadStatic]
    private static FlowMeter? current;

    [ThreadStatic]
    private static long entered;

    private long left;
    private int threads;

    private long Bytes => Interlocked.Read(ref left) + (current == this ? GC.GetAllocatedBytesForCurrentThread() - entered : 0);

    /// <summary>Bytes of so many calls on this thread, and on the threads that they hand work to.</summary>
    public static long Count(Action call, int calls)
    {
        var meter = new FlowMeter();
        Flow.Value = meter;
        try
        {
            var before = meter.Bytes;
            for (var i = 0; i < calls; i++)
                call();
            return meter.Bytes - before;
        }
        finally
        {
            Flow.Value = null;
        }
    }

    /// <summary>Bytes of so many calls, each awaited before the next.</summary>
    public static async ValueTask<long> CountAsync(Func<ValueTask> call, int calls)
    {
        var meter = new FlowMeter();
        Flow.Value = meter;
        // The state of this method is moved to the heap when it waits for the first time, which is not the operation's.
        await Task.Yield();
        meter.WaitForOthers();
        var before = meter.Bytes;
        for (var i = 0; i < calls; i++)
            await call().ConfigureAwait(false);
        meter.WaitForOthers();
        var bytes = meter.Bytes - before;
        Flow.Value = null;
        return bytes;
    }

    // A thread that has handed the flow on adds its bytes a moment later. Waiting must allocate nothing.
    private void WaitForOthers()
    {
        var spin = new SpinWait();
        for (var start = Stopwatch.GetTimestamp(); Volatile.Read(ref threads) > 1 && Stopwatch.GetElapsedTime(start) < LongestHandOver; )
            spin.SpinOnce();
    }

    private void Enter()
    {
        Interlocked.Increment(ref threads);
        current = this;
        entered = GC.GetAllocatedBytesForCurrentThread();
    }

    private void Leave()
    {
        if (current != this)
            return;
        current = null;
        Interlocked.Add(ref left, GC.GetAllocatedBytesForCurrentThread() - entered);
        Interlocked.Decrement(ref threads);
    }
}

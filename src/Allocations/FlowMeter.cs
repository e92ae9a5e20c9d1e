using System.Diagnostics;
using Bench.Allocations.Sampling;
using Bench.Host;

namespace Bench.Allocations;

/// <summary>
/// Counts the bytes that a logical flow allocates on any thread. The runtime notifies an <see cref="AsyncLocal{T}"/> each time a thread
/// begins or ends to run for the flow.
/// </summary>
internal sealed class FlowMeter : Counter
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

    private readonly FlowEvents? marks;
    private long left;
    private int threads;

    private FlowMeter(FlowEvents? marks) => this.marks = marks;

    /// <summary>Bytes of so many calls on this thread, and on the threads that they hand work to.</summary>
    public static async ValueTask<long> Count(IRunner runner, int calls, FlowEvents? marks = null)
    {
        var meter = new FlowMeter(marks);
        // The caller's flow is another one again when this method returns, as with each asynchronous method.
        Flow.Value = meter;
        return await runner.Run(calls, meter).ConfigureAwait(false);
    }

    public override long Read()
    {
        // A thread that has handed the flow on adds its bytes a moment later.
        var spin = new SpinWait();
        var start = Stopwatch.GetTimestamp();
        while (Volatile.Read(ref threads) > 1 && Stopwatch.GetElapsedTime(start) < LongestHandOver)
            spin.SpinOnce();
        return Interlocked.Read(ref left) + (current == this ? GC.GetAllocatedBytesForCurrentThread() - entered : 0);
    }

    private void Enter()
    {
        Interlocked.Increment(ref threads);
        current = this;
        marks?.Enter();
        entered = GC.GetAllocatedBytesForCurrentThread();
    }

    private void Leave()
    {
        if (current != this)
            return;
        current = null;
        Interlocked.Add(ref left, GC.GetAllocatedBytesForCurrentThread() - entered);
        marks?.Leave();
        Interlocked.Decrement(ref threads);
    }
}

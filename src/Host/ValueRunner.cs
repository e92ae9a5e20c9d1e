using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Bench.Host;

internal sealed class ValueRunner<T>(Func<T> call) : IRunner
{
    private readonly Func<T> empty = new Nothing().Empty;
    private T? kept;

    public bool IsOnCallingThread => true;

    public long Run(long invocations) => Time(call, invocations);

    public long? RunEmpty(long invocations) => Time(empty, invocations);

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private long Time(Func<T> call, long invocations)
    {
        var start = Stopwatch.GetTimestamp();
        for (; invocations > 0; invocations--)
            kept = call();
        var ticks = Stopwatch.GetTimestamp() - start;
        GC.KeepAlive(kept);
        return ticks;
    }

    private sealed class Nothing
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public T Empty() => default!;
    }
}

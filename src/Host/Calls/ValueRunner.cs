using System.Runtime.CompilerServices;

namespace Bench.Host;

internal sealed class ValueRunner<T>(Func<T> call) : IRunner
{
    private T? kept;

    public bool IsOnCallingThread => true;

    public ValueTask<long> Run(long invocations, Counter counter) => new(Run(call, invocations, counter));

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private long Run(Func<T> call, long invocations, Counter counter)
    {
        var start = counter.Read();
        for (; invocations > 0; invocations--)
            kept = call();
        var counted = counter.Read() - start;
        GC.KeepAlive(kept);
        return counted;
    }
}

using System.Runtime.CompilerServices;

namespace Bench.Allocations;

internal abstract class Operation
{
    public abstract void Call();

    public long Count(int calls) => FlowMeter.Count(Call, calls);
}

internal sealed class CalledOperation(Action operation) : Operation
{
    public override void Call() => operation();
}

/// <summary>Keeps each result, or the compiler could leave out what makes it.</summary>
internal sealed class CalledFunction<T>(Func<T> operation) : Operation
{
    private T? result;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public override void Call()
    {
        result = operation();
        GC.KeepAlive(this);
    }
}

internal sealed class AwaitedFunction<T>(Func<ValueTask<T>> operation)
{
    private T? result;

    // Pooled: the wrapper must allocate nothing of its own.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask Call() => result = await operation().ConfigureAwait(false);
}

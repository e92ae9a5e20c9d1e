namespace Bench.Host;

internal sealed class ValueTaskRunner(Func<ValueTask> call) : IRunner
{
    public bool IsOnCallingThread => false;

    public async ValueTask<long> Run(long invocations, Counter counter)
    {
        await PoolThread.Continue();
        var start = counter.Read();
        for (; invocations > 0; invocations--)
            await call().ConfigureAwait(false);
        return counter.Read() - start;
    }
}

internal sealed class ValueTaskRunner<T>(Func<ValueTask<T>> call) : IRunner
{
    private T? kept;

    public bool IsOnCallingThread => false;

    public async ValueTask<long> Run(long invocations, Counter counter)
    {
        await PoolThread.Continue();
        var start = counter.Read();
        for (; invocations > 0; invocations--)
            kept = await call().ConfigureAwait(false);
        var counted = counter.Read() - start;
        GC.KeepAlive(kept);
        return counted;
    }
}

namespace Bench.Host;

internal sealed class TaskRunner(Func<Task> call) : IRunner
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

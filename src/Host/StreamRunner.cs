namespace Bench.Host;

/// <summary>Enumerates each returned stream to its end, as BenchmarkDotNet does since 0.16.</summary>
internal sealed class StreamRunner<T>(Func<IAsyncEnumerable<T>> call, Injection? injection) : IRunner
{
    private T? kept;

    public bool IsOnCallingThread => false;

    public async ValueTask<long> Run(long invocations, Counter counter)
    {
        await PoolThread.Continue();
        var start = counter.Read();
        for (; invocations > 0; invocations--)
        {
            for (var times = injection?.IsDue() is true ? 2 : 1; times > 0; times--)
            {
                await foreach (var item in call().ConfigureAwait(false))
                    kept = item;
            }
        }

        var counted = counter.Read() - start;
        GC.KeepAlive(kept);
        return counted;
    }
}

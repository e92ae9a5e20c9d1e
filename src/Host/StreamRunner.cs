using System.Diagnostics;

namespace Bench.Host;

/// <summary>Enumerates each returned stream to its end, as BenchmarkDotNet does since 0.16.</summary>
internal sealed class StreamRunner<T>(Func<IAsyncEnumerable<T>> call, Injection? injection) : IRunner
{
    private T? kept;

    public bool IsOnCallingThread => false;

    public long Run(long invocations) =>
        Task.Run(async () =>
            {
                var start = Stopwatch.GetTimestamp();
                for (; invocations > 0; invocations--)
                {
                    for (var times = injection?.IsDue() is true ? 2 : 1; times > 0; times--)
                    {
                        await foreach (var item in call().ConfigureAwait(false))
                            kept = item;
                    }
                }

                var ticks = Stopwatch.GetTimestamp() - start;
                GC.KeepAlive(kept);
                return ticks;
            })
            .GetAwaiter()
            .GetResult();

    public long? RunEmpty(long invocations) => null;
}

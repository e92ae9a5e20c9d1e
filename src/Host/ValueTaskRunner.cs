using System.Diagnostics;

namespace Bench.Host;

internal sealed class ValueTaskRunner(Func<ValueTask> call) : IRunner
{
    public bool IsOnCallingThread => false;

    public long Run(long invocations) =>
        Task.Run(async () =>
            {
                var start = Stopwatch.GetTimestamp();
                for (; invocations > 0; invocations--)
                    await call().ConfigureAwait(false);
                return Stopwatch.GetTimestamp() - start;
            })
            .GetAwaiter()
            .GetResult();

    public long? RunEmpty(long invocations) => null;
}

internal sealed class ValueTaskRunner<T>(Func<ValueTask<T>> call) : IRunner
{
    private T? kept;

    public bool IsOnCallingThread => false;

    public long Run(long invocations) =>
        Task.Run(async () =>
            {
                var start = Stopwatch.GetTimestamp();
                for (; invocations > 0; invocations--)
                    kept = await call().ConfigureAwait(false);
                var ticks = Stopwatch.GetTimestamp() - start;
                GC.KeepAlive(kept);
                return ticks;
            })
            .GetAwaiter()
            .GetResult();

    public long? RunEmpty(long invocations) => null;
}

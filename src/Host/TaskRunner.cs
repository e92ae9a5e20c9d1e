using System.Diagnostics;

namespace Bench.Host;

/// <summary>Awaits on the thread pool, because blocking on each call would cost two switches between threads.</summary>
internal sealed class TaskRunner(Func<Task> call) : IRunner
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

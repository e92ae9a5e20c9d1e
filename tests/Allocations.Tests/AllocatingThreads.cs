namespace Bench.Allocations.Tests;

// Other work of the process, as tests that run in parallel.
internal sealed class AllocatingThreads : IAsyncDisposable
{
    private readonly CancellationTokenSource end = new();
    private readonly Task[] threads;

    public AllocatingThreads() =>
        threads = [
            .. Enumerable
                .Range(0, 3)
                .Select(_ =>
                    Task.Run(() =>
                    {
                        while (!end.IsCancellationRequested)
                            GC.KeepAlive(new byte[1000]);
                    })
                ),
        ];

    public async ValueTask DisposeAsync()
    {
        await end.CancelAsync();
        await Task.WhenAll(threads);
        end.Dispose();
    }
}

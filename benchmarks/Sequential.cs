namespace Benchmarks;

/// <summary>
/// Awaits many calls one after another on the thread pool. BenchmarkDotNet 0.14 blocks on every asynchronous invocation, so
/// a row of one call pays a hop between threads each time and moves by 20 % between runs; this one repeats (docs/measuring.md).
/// </summary>
internal static class Sequential
{
    /// <summary>Calls an invocation: goes into OperationsPerInvoke.</summary>
    public const int Calls = 64;

    public static Task<T> Run<T>(Func<Task<T>> call) => Task.Run(async () =>
    {
        for (var i = 1; i < Calls; i++)
            await call();
        return await call();
    });
}

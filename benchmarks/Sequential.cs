namespace Benchmarks;

/// <summary>
/// Awaits many calls one after another on the thread pool. BenchmarkDotNet 0.15 blocks on every asynchronous invocation, so
/// a benchmark of one call pays a hop between threads each time and moves by 20 % between runs; this one repeats (docs/measuring.md).
/// </summary>
internal static class Sequential
{
    /// <summary>Calls an invocation: goes into OperationsPerInvoke.</summary>
    public const int Calls = 64;

    /// <summary>The same for calls of a tenth of a millisecond and more: what the first one pays is little among these, and an iteration stays short.</summary>
    public const int FewCalls = 16;

    public static Task<T> RunFew<T>(Func<Task<T>> call) => Run(call, FewCalls);

    public static Task<T> Run<T>(Func<Task<T>> call) => Run(call, Calls);

    private static Task<T> Run<T>(Func<Task<T>> call, int calls) => Task.Run(async () =>
    {
        for (var i = 1; i < calls; i++)
            await call();
        return await call();
    });
}

namespace Benchmarks;

/// <summary>
/// Awaits many calls one after another. BenchmarkDotNet 0.15 blocks on every asynchronous invocation, so a benchmark of one call pays two
/// hops between threads each time and moves by 20 % between runs; this one repeats (docs/explanation/steady-state.md). Calls that complete
/// at once stay on the thread that they are called on: a mock handler's answer takes a hundredth of the time of a hop.
/// </summary>
internal static class Sequential
{
    /// <summary>Calls an invocation: goes into OperationsPerInvoke.</summary>
    public const int Calls = 64;

    /// <summary>
    /// The same for calls of a quarter of a millisecond and more: what the first one pays is little among these, and an iteration stays
    /// short.
    /// </summary>
    public const int FewCalls = 4;

    public static Task<T> RunFew<T>(Func<Task<T>> call) => Run(call, FewCalls);

    public static Task<T> Run<T>(Func<Task<T>> call) => Run(call, Calls);

    private static async Task<T> Run<T>(Func<Task<T>> call, int calls)
    {
        for (var i = 1; i < calls; i++)
            await call().ConfigureAwait(false);
        return await call().ConfigureAwait(false);
    }
}

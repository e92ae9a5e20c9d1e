using System.Diagnostics;
using System.Globalization;
using BenchmarkDotNet.Jobs;

namespace Benchmarks;

/// <summary>
/// Awaits many calls one after another on the thread pool. BenchmarkDotNet 0.15 blocks on every asynchronous invocation, so
/// a row of one call pays a hop between threads each time and moves by 20 % between runs; this one repeats (docs/measuring.md).
/// </summary>
internal static class Sequential
{
    /// <summary>Calls an invocation: goes into OperationsPerInvoke.</summary>
    public const int Calls = 64;

    /// <summary>The same for calls of a tenth of a millisecond and more: what the first one pays is little among these, and an iteration stays short.</summary>
    public const int FewCalls = 16;

    private const string WarmUpVariable = "BENCH_WARMUP_MS";

    private static bool isWarm;

    /// <summary>What a job sets so that the first invocation in a process goes on for this long; without it, there is no warm-up.</summary>
    public static EnvironmentVariable WarmUp(TimeSpan time) =>
        new(WarmUpVariable, time.TotalMilliseconds.ToString(CultureInfo.InvariantCulture));

    public static Task<T> RunFew<T>(Func<Task<T>> call) => Run(call, FewCalls);

    public static Task<T> Run<T>(Func<Task<T>> call) => Run(call, Calls);

    private static Task<T> Run<T>(Func<Task<T>> call, int calls) => Task.Run(async () =>
    {
        // BenchmarkDotNet chooses the number of calls of an iteration before its own warm-up, when these calls are five times
        // slower than they will be: iterations would come out a fifth as long as asked, and the warm-up with them.
        if (!isWarm)
        {
            isWarm = true;
            await WarmUpUntilTier1(call);
        }

        for (var i = 1; i < calls; i++)
            await call();
        return await call();
    });

    private static async Task WarmUpUntilTier1<T>(Func<Task<T>> call)
    {
        if (!int.TryParse(Environment.GetEnvironmentVariable(WarmUpVariable), CultureInfo.InvariantCulture, out var milliseconds))
            return;

        for (var clock = Stopwatch.StartNew(); clock.ElapsedMilliseconds < milliseconds;)
            await call();
    }
}

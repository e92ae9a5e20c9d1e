using System.Diagnostics;

namespace Bench.Allocations;

/// <summary>Counts batches of calls until three in a row allocate the same, to the byte.</summary>
internal static class SteadyState
{
    private const int CallsOfBatch = 16;

    /// <summary>As many calls as move a method to its last tier, if they are not too slow.</summary>
    private const int WarmUpCalls = 64;

    private const int EqualBatches = 3;
    private const int BatchesOfMean = 16;

    private static readonly TimeSpan WarmUp = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan Batch = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(2);

    /// <summary>How long optimised code is waited for: the compiler begins 100 ms after the last new method, and twice.</summary>
    private static readonly TimeSpan TierUp = TimeSpan.FromSeconds(1);

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    /// <summary>True if first calls run unoptimised code. This is the default, and the props of the package change it.</summary>
    public static bool IsTiered { get; } =
        Environment.GetEnvironmentVariable("DOTNET_TieredCompilation") is { Length: > 0 } variable
            ? variable != "0"
            : !AppContext.TryGetSwitch("System.Runtime.TieredCompilation", out var isTiered) || isTiered;

    /// <param name="count">The bytes of so many calls.</param>
    /// <param name="enough">Bytes per call that end the count as soon as they are seen; null to wait for the last tier.</param>
    public static AllocationCount Count(Func<int, long> count, double? enough)
    {
        var counting = CountAsync(
            calls => ValueTask.FromResult(count(calls)),
            enough,
            wait: static time =>
            {
                Thread.Sleep(time);
                return Task.CompletedTask;
            }
        );
        // Nothing in it waits for another thread.
        return counting.GetAwaiter().GetResult();
    }

    public static Task<AllocationCount> CountAsync(Func<int, ValueTask<long>> count, double? enough) =>
        CountAsync(count, enough, Task.Delay);

    private static async Task<AllocationCount> CountAsync(Func<int, ValueTask<long>> count, double? enough, Func<TimeSpan, Task> wait)
    {
        var clock = Stopwatch.StartNew();
        var calls = 0;
        do await count(1).ConfigureAwait(false);
        while (++calls < WarmUpCalls && clock.Elapsed < WarmUp);
        var size = (int)Math.Clamp(Batch / (clock.Elapsed / calls), 1, CallsOfBatch);

        var batches = new List<double>();
        for (var isSteady = false; ; )
        {
            batches.Add((double)await count(size).ConfigureAwait(false) / size);
            isSteady = batches.Count >= EqualBatches && batches.TakeLast(EqualBatches).Distinct().Count() == 1;
            if (isSteady && (batches[^1] <= enough || batches[^1] == 0 || !IsTiered || clock.Elapsed > TierUp))
                return Last(batches, EqualBatches, size, isSteady);
            if (clock.Elapsed > Longest && batches.Count >= EqualBatches)
                return Last(batches, BatchesOfMean, size, isSteady);
            if (isSteady)
                await wait(Pause).ConfigureAwait(false);
        }
    }

    private static AllocationCount Last(List<double> batches, int count, int size, bool isSteady)
    {
        double[] last = [.. batches.TakeLast(count)];
        return new AllocationCount(last.Average(), last.Min(), last.Max(), size * last.Length, isSteady);
    }
}

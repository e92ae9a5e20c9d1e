using System.Diagnostics;
using Bench.Host;

namespace Bench.Allocations;

/// <summary>Counts batches of calls until three in a row, and then many calls, allocate the same to the byte.</summary>
internal sealed class SteadyState
{
    private const int CallsOfBatch = 16;

    /// <summary>As many calls as move a method to its last tier, if they are not too slow.</summary>
    private const int WarmUpCalls = 64;

    /// <summary>So many that an allocation in every thousandth call is among them twice.</summary>
    private const int ManyCalls = 2048;

    private const int EqualBatches = 3;
    private const int BatchesOfMean = 16;

    private static readonly TimeSpan WarmUp = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan Batch = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(2);

    /// <summary>How long optimised code is waited for: the compiler begins 100 ms after the last new method, and twice.</summary>
    private static readonly TimeSpan TierUp = TimeSpan.FromSeconds(1);

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    private readonly IRunner runner;
    private readonly double? enough;
    private readonly List<CountedCalls> batches = [];

    private SteadyState(IRunner runner, double? enough)
    {
        this.runner = runner;
        this.enough = enough;
    }

    /// <summary>True if first calls run unoptimised code. This is the default, and the props of the package change it.</summary>
    public static bool IsTiered { get; } =
        Environment.GetEnvironmentVariable("DOTNET_TieredCompilation") is { Length: > 0 } variable
            ? variable != "0"
            : !AppContext.TryGetSwitch("System.Runtime.TieredCompilation", out var isTiered) || isTiered;

    /// <param name="runner">One that runs on the calling thread.</param>
    /// <param name="enough">Bytes per call that end the count as soon as they are seen; null to wait for the last tier.</param>
    public static AllocationCount Count(IRunner runner, double? enough)
    {
        var counting = new SteadyState(runner, enough).Count(static time =>
        {
            Thread.Sleep(time);
            return Task.CompletedTask;
        });
        // Nothing in it waits for another thread.
        return counting.GetAwaiter().GetResult();
    }

    /// <inheritdoc cref="Count(IRunner, double?)"/>
    public static Task<AllocationCount> CountAsync(IRunner runner, double? enough) => new SteadyState(runner, enough).Count(Task.Delay);

    private async Task<AllocationCount> Count(Func<TimeSpan, Task> wait)
    {
        var clock = Stopwatch.StartNew();
        var size = await WarmUpAndSize(clock).ConfigureAwait(false);
        while (true)
        {
            await Add(size).ConfigureAwait(false);
            var isSteady = AreEqual(EqualBatches);
            if (isSteady && (IsEnough(batches[^1].BytesPerCall) || !IsTiered || clock.Elapsed > TierUp))
            {
                await AddMany(size).ConfigureAwait(false);
                if (AreEqual(EqualBatches + 1))
                    return Last(EqualBatches + 1, isSteady: true);
            }
            else if (isSteady)
            {
                await wait(Pause).ConfigureAwait(false);
            }

            if (clock.Elapsed > Longest && batches.Count >= EqualBatches)
                return Last(BatchesOfMean, isSteady: false);
        }
    }

    private bool IsEnough(double bytes) => bytes <= enough || bytes == 0;

    private bool AreEqual(int count) =>
        batches.Count >= count && batches.TakeLast(count).Select(batch => batch.BytesPerCall).Distinct().Count() == 1;

    // Doubles the calls, and returns how many of them make a batch.
    private async Task<int> WarmUpAndSize(Stopwatch clock)
    {
        var calls = 0;
        while (true)
        {
            var (before, size) = (clock.Elapsed, Math.Max(1, calls));
            await FlowMeter.Count(runner, size).ConfigureAwait(false);
            calls += size;
            if (calls >= WarmUpCalls || clock.Elapsed > WarmUp)
                return (int)Math.Clamp(Batch * size / (clock.Elapsed - before), 1, CallsOfBatch);
        }
    }

    private async Task Add(int size) => batches.Add(new(await FlowMeter.Count(runner, size).ConfigureAwait(false), size));

    private async Task AddMany(int size)
    {
        var clock = Stopwatch.StartNew();
        var (bytes, calls) = (0L, 0);
        for (; calls < ManyCalls && clock.Elapsed < Batch; calls += size, size = Math.Min(calls, ManyCalls - calls))
            bytes += await FlowMeter.Count(runner, size).ConfigureAwait(false);
        batches.Add(new(bytes, calls));
    }

    private AllocationCount Last(int count, bool isSteady)
    {
        CountedCalls[] last = [.. batches.TakeLast(count)];
        var all = new CountedCalls(last.Sum(batch => batch.Bytes), last.Sum(batch => batch.Calls));
        return new AllocationCount(
            all.BytesPerCall,
            last.Min(batch => batch.BytesPerCall),
            last.Max(batch => batch.BytesPerCall),
            all.Calls,
            isSteady
        );
    }

    private readonly record struct CountedCalls(long Bytes, int Calls)
    {
        public double BytesPerCall => (double)Bytes / Calls;
    }
}

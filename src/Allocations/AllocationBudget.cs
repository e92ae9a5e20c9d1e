using Bench.Allocations.Sampling;
using Bench.Host;

namespace Bench.Allocations;

/// <summary>Counts what an operation allocates. Nothing is called until a figure is requested.</summary>
public sealed class AllocationBudget
{
    private readonly IRunner runner;
    private readonly string text;

    internal AllocationBudget(IRunner runner, string text)
    {
        this.runner = runner;
        this.text = text;
    }

    /// <summary>Counts up to some thousand calls, fewer of slow ones.</summary>
    /// <returns>
    /// Bytes per call at steady state, at least 0. A whole number if calls are alike; otherwise the mean of the last calls.
    /// </returns>
    public double BytesPerCall() => Count(null).BytesPerCall;

    /// <summary>Fails if a call allocates more. Within the budget, this takes some milliseconds for an operation of microseconds.</summary>
    /// <param name="bytes">Bytes per call, at least 0.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="bytes"/> is negative.</exception>
    /// <exception cref="AllocationBudgetException">
    /// A call allocates more. The message names what was allocated most and where, as far as the runtime's samples show it.
    /// </exception>
    public void ShouldBeAtMost(long bytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(bytes);
        var count = Count(bytes);
        if (count.BytesPerCall > bytes)
            throw new AllocationBudgetException(text, bytes, count, AllocationSampler.Sample(runner).GetAwaiter().GetResult());
    }

    private AllocationCount Count(long? enough) => SteadyState.Count(runner, enough);
}

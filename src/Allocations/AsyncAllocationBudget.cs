using Bench.Allocations.Sampling;
using Bench.Host;

namespace Bench.Allocations;

/// <summary>Counts what an asynchronous operation allocates. Nothing is called until a figure is requested.</summary>
public sealed class AsyncAllocationBudget
{
    private readonly IRunner runner;
    private readonly string text;

    internal AsyncAllocationBudget(IRunner runner, string text)
    {
        this.runner = runner;
        this.text = text;
    }

    /// <inheritdoc cref="AllocationBudget.BytesPerCall"/>
    public async Task<double> BytesPerCallAsync() => (await SteadyState.CountAsync(runner, null).ConfigureAwait(false)).BytesPerCall;

    /// <inheritdoc cref="AllocationBudget.ShouldBeAtMost(long)"/>
    public async Task ShouldBeAtMost(long bytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(bytes);
        var count = await SteadyState.CountAsync(runner, bytes).ConfigureAwait(false);
        if (count.BytesPerCall > bytes)
            throw new AllocationBudgetException(text, bytes, count, await AllocationSampler.Sample(runner).ConfigureAwait(false));
    }
}

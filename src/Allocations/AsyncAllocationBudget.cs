namespace Bench.Allocations;

/// <summary>Counts what an asynchronous operation allocates. Nothing is called until a figure is requested.</summary>
public sealed class AsyncAllocationBudget
{
    private readonly Func<ValueTask> operation;
    private readonly string text;

    internal AsyncAllocationBudget(Func<ValueTask> operation, string text)
    {
        this.operation = operation;
        this.text = text;
    }

    /// <inheritdoc cref="AllocationBudget.BytesPerCall"/>
    public async Task<double> BytesPerCallAsync() => (await CountAsync(null).ConfigureAwait(false)).BytesPerCall;

    /// <inheritdoc cref="AllocationBudget.ShouldBeAtMost(long)"/>
    public async Task ShouldBeAtMost(long bytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(bytes);
        var count = await CountAsync(bytes).ConfigureAwait(false);
        if (count.BytesPerCall > bytes)
            throw new AllocationBudgetException(
                text,
                bytes,
                count,
                AllocatedTypes.Sample(() => operation().AsTask().GetAwaiter().GetResult())
            );
    }

    // On the pool: a test framework's synchronization context would queue each continuation, and allocate for it.
    private Task<AllocationCount> CountAsync(long? enough) =>
        Task.Run(() => SteadyState.CountAsync(calls => FlowMeter.CountAsync(operation, calls), enough));
}

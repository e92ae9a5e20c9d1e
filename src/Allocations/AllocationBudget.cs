namespace Bench.Allocations;

/// <summary>Counts what an operation allocates. Nothing is called until a figure is requested.</summary>
public sealed class AllocationBudget
{
    private readonly Operation operation;
    private readonly string text;

    internal AllocationBudget(Operation operation, string text)
    {
        this.operation = operation;
        this.text = text;
    }

    /// <summary>Counts some dozen calls.</summary>
    /// <returns>
    /// Bytes per call at steady state, at least 0. A whole number if calls are alike; otherwise the mean of the last calls.
    /// </returns>
    public double BytesPerCall() => Count(null).BytesPerCall;

    /// <summary>Fails if a call allocates more. Within the budget, this takes some milliseconds for an operation of microseconds.</summary>
    /// <param name="bytes">Bytes per call, at least 0.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="bytes"/> is negative.</exception>
    /// <exception cref="AllocationBudgetException">
    /// A call allocates more. The message names the types that were allocated most, as far as the runtime's samples show them.
    /// </exception>
    public void ShouldBeAtMost(long bytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(bytes);
        var count = Count(bytes);
        if (count.BytesPerCall > bytes)
            throw new AllocationBudgetException(text, bytes, count, AllocatedTypes.Sample(operation.Call));
    }

    private AllocationCount Count(long? enough) => SteadyState.Count(operation.Count, enough);
}

using System.Buffers;
using Bench.Allocations;

namespace Lab.AllocationBudgets;

/// <summary>An operation whose bytes follow from the layout of its objects, or that allocates the same in each call.</summary>
/// <param name="Name">As in the table.</param>
/// <param name="Bytes">The bytes that a call allocates; null for the number that is counted first.</param>
/// <param name="Assert">Fails if the budget is exceeded.</param>
/// <param name="Count">Bytes per call.</param>
internal sealed record KnownOperation(string Name, long? Bytes, Func<long, Task> Assert, Func<Task<double>> Count)
{
    // An array has a header, a type and a length of 8 bytes each.
    private const int ArrayHeader = 24;

    public static IReadOnlyList<KnownOperation> All { get; } =
    [
        Of("1 µs of arithmetic", 0, Allocations.Of(() => Sum(1000))),
        Of("a buffer of the pool", 0, Allocations.Of(RentAndReturn)),
        Of("a string of 10 characters", 48, Allocations.Of(() => new string('b', 10))),
        Of("an array of 1,000 bytes", ArrayHeader + 1000, Allocations.Of(() => new byte[1000])),
        Of("an array of 10,000 bytes", ArrayHeader + 10_000, Allocations.Of(() => new byte[10_000])),
        Of("a completed task", 0, Allocations.OfAsync(() => Task.CompletedTask)),
        Of("1,000 bytes on each side of Task.Yield", null, Allocations.OfValueTask(TwiceAsync)),
    ];

    private static KnownOperation Of(string name, long? bytes, AllocationBudget budget) =>
        new(
            name,
            bytes,
            limit =>
            {
                budget.ShouldBeAtMost(limit);
                return Task.CompletedTask;
            },
            () => Task.FromResult(budget.BytesPerCall())
        );

    private static KnownOperation Of(string name, long? bytes, AsyncAllocationBudget budget) =>
        new(name, bytes, budget.ShouldBeAtMost, budget.BytesPerCallAsync);

    private static int Sum(int count)
    {
        var sum = 0;
        for (var i = 0; i < count; i++)
            sum += i ^ (sum >> 3);
        return sum;
    }

    private static void RentAndReturn() => ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(1000));

    private static async ValueTask TwiceAsync()
    {
        GC.KeepAlive(new byte[1000]);
        await Task.Yield();
        GC.KeepAlive(new byte[1000]);
    }
}

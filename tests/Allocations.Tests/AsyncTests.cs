namespace Bench.Allocations.Tests;

public sealed class AsyncTests
{
    [Fact]
    public Task What_is_done_at_once_can_allocate_nothing() => Allocations.OfAsync(() => Task.CompletedTask).ShouldBeAtMost(0);

    [Fact]
    public async Task A_value_task_with_a_result_can_allocate_nothing()
    {
        await Allocations.OfValueTask(() => ValueTask.CompletedTask).ShouldBeAtMost(0);
        await Allocations.OfValueTask(() => ValueTask.FromResult(long.MaxValue)).ShouldBeAtMost(0);
    }

    [Fact]
    public async Task What_continues_on_another_thread_is_counted_there()
    {
        var few = await Allocations.OfAsync(() => Yield(0)).BytesPerCallAsync();
        var many = await Allocations.OfAsync(() => Yield(1000)).BytesPerCallAsync();

        // An array of bytes has a header of 8 bytes, a type of 8 and a length of 8; without elements it is 24.
        Assert.Equal(1000, many - few);
        Assert.InRange(few, 24, 400);
    }

    [Fact]
    public async Task Other_threads_are_not_counted()
    {
        await using var others = new AllocatingThreads();
        var known = new HashSet<double>();
        for (var i = 0; i < 200; i++)
            known.Add(await Allocations.OfAsync(() => Yield(100)).BytesPerCallAsync());
        Assert.Single(known);
    }

    [Fact]
    public async Task A_budget_that_is_exceeded_fails()
    {
        var failure = await Assert.ThrowsAsync<AllocationBudgetException>(() =>
            Allocations.OfAsync(() => Yield(1000)).ShouldBeAtMost(1000)
        );
        Assert.StartsWith("() => Yield(1000) allocates ", failure.Message);
        Assert.Equal(1000, failure.Budget);
    }

    [Fact]
    public Task An_exception_of_the_operation_arrives_as_it_is() =>
        Assert.ThrowsAsync<FormatException>(() => Allocations.OfAsync(() => Task.FromException(new FormatException())).ShouldBeAtMost(0));

    private static async Task Yield(int length)
    {
        GC.KeepAlive(new byte[length]);
        await Task.Yield();
    }
}

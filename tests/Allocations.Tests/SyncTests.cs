namespace Bench.Allocations.Tests;

public sealed class SyncTests
{
    private static readonly string Text = new('a', 10);

    [Fact]
    public void What_allocates_nothing_has_a_budget_of_nothing() => Allocations.Of(() => Math.Sqrt(Text.Length)).ShouldBeAtMost(0);

    // A string has a header of 8 bytes, a type of 8, a length of 4 and a terminator of 2, in steps of 8.
    [Theory]
    [InlineData(1, 24)]
    [InlineData(3, 32)]
    [InlineData(10, 48)]
    public void A_string_is_counted_to_the_byte(int length, int bytes) =>
        Assert.Equal(bytes, Allocations.Of(() => new string('b', length)).BytesPerCall());

    [Fact]
    public void An_action_is_counted_like_a_function()
    {
        object? kept = null;

        Assert.Equal(
            24,
            Allocations
                .Of(() =>
                {
                    kept = new object();
                })
                .BytesPerCall()
        );
        Assert.NotNull(kept);
    }

    [Fact]
    public void A_byte_over_the_budget_fails_and_the_message_says_how_much_of_what()
    {
        Allocations.Of(() => Text + Text).ShouldBeAtMost(64);
        var failure = Assert.Throws<AllocationBudgetException>(() => Allocations.Of(() => Text + Text).ShouldBeAtMost(63));
        Assert.Equal((63, 64), (failure.Budget, failure.BytesPerCall));
        Assert.StartsWith("() => Text + Text allocates 64 B per call, and its budget is 63 B.", failure.Message);
        Assert.Matches(@"samples:\s+System\.String \(\d+%\) in \S", failure.Message);
    }

    [Fact]
    public void Threads_that_the_operation_uses_are_counted()
    {
        var bytes = Allocations
            .Of(() =>
            {
                var thread = new Thread(() => GC.KeepAlive(new byte[100_000]));
                thread.Start();
                thread.Join();
            })
            .BytesPerCall();

        Assert.InRange(bytes, 100_024, 101_000);
    }

    [Fact]
    public async Task Other_threads_are_not_counted()
    {
        await using var others = new AllocatingThreads();
        for (var i = 0; i < 200; i++)
            Assert.Equal(48, Allocations.Of(() => new string('b', 10)).BytesPerCall());
    }

    [Fact]
    public void What_the_first_calls_allocate_is_no_part_of_the_steady_state()
    {
        byte[]? cache = null;
        Allocations.Of(() => (cache ??= new byte[1000]).Length).ShouldBeAtMost(0);
    }

    [Fact]
    public void Calls_that_differ_are_averaged_and_the_message_says_so()
    {
        var calls = 1000;
        var budget = Allocations.Of(() => new byte[calls += 8]);
        var failure = Assert.Throws<AllocationBudgetException>(() => budget.ShouldBeAtMost(10));
        Assert.True(failure.BytesPerCall > 1000, failure.Message);
        Assert.Contains("Calls differ", failure.Message);
    }

    [Fact]
    public void An_exception_of_the_operation_arrives_as_it_is() =>
        Assert.Throws<FormatException>(() => Allocations.Of(() => int.Parse("x", null)).ShouldBeAtMost(0));

    [Fact]
    public void Wrong_use_is_refused()
    {
        Assert.Throws<ArgumentNullException>(() => Allocations.Of((Action)null!));
        Assert.Throws<ArgumentNullException>(() => Allocations.Of((Func<int>)null!));
        Assert.Throws<ArgumentOutOfRangeException>(() => Allocations.Of(() => 1).ShouldBeAtMost(-1));
        var refused = Assert.Throws<ArgumentException>(() => Allocations.Of(() => Task.CompletedTask));
        Assert.StartsWith("'() => Task.CompletedTask' returns a task. Use Allocations.OfAsync, and await it.", refused.Message);
        Assert.Throws<ArgumentException>(() => Allocations.Of(() => ValueTask.FromResult(1)));
    }
}

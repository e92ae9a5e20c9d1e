namespace Bench.Host.Tests;

public sealed class InjectionTests
{
    private int calls;

    [Theory]
    [InlineData(0, 1000, 1000)]
    [InlineData(0.25, 1000, 1250)]
    [InlineData(0.03, 100, 103)]
    [InlineData(0.1, 9, 9)]
    [InlineData(0.1, 10, 11)]
    public async Task Each_shape_is_called_so_often(double share, int invocations, int expected)
    {
        foreach (
            var (call, result) in new (Delegate Call, Type Result)[]
            {
                (
                    () =>
                    {
                        calls++;
                    },
                    typeof(void)
                ),
                (() => ++calls, typeof(int)),
                (Task () => Task.FromResult(++calls), typeof(Task)),
                (() => Task.FromResult(++calls), typeof(Task<int>)),
                (ValueTask () => new(Task.FromResult(++calls)), typeof(ValueTask)),
                (() => new ValueTask<int>(++calls), typeof(ValueTask<int>)),
            }
        )
        {
            calls = 0;
            var injected = new Injection(share, 0).Into(call, result);
            for (var i = 0; i < invocations; i++)
            {
                switch (injected.DynamicInvoke())
                {
                    case Task task:
                        await task;
                        break;
                    case ValueTask task:
                        await task;
                        break;
                    case ValueTask<int> task:
                        await task;
                        break;
                }
            }

            Assert.True(expected == calls, $"{result}: {calls} calls");
        }
    }

    [Theory]
    [InlineData(8)]
    [InlineData(24)]
    [InlineData(1000)]
    public void So_many_bytes_more_are_allocated(long bytes)
    {
        const int invocations = 30_000;
        var plain = Allocated(new Injection(0, 0), invocations);
        var more = Allocated(new Injection(0, bytes), invocations);
        Assert.Equal(bytes, (more - plain) / (double)invocations, 0.5);
    }

    [Fact]
    public void Bytes_are_of_an_operation_in_any_language_of_the_machine()
    {
        var injection = Injection.Parse("0.5", "8", 10);
        Assert.Equal(80, (Allocated(injection, 30_000) - Allocated(new Injection(0, 0), 30_000)) / 30_000.0, 0.5);
    }

    private static long Allocated(Injection injection, int invocations)
    {
        var call = (Action)injection.Into(() => { }, typeof(void));
        call();
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < invocations; i++)
            call();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }
}

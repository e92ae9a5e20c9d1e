using System.Buffers;
using System.Runtime.CompilerServices;

namespace Bench.Allocations.Tests;

public sealed class UnusualOperationTests
{
    [ThreadStatic]
    private static byte[]? cache;

    [Fact]
    public void An_allocation_in_every_thousandth_call_is_found()
    {
        var calls = 0;
        var budget = Allocations.Of(() => ++calls % 1000 == 0 ? new byte[1000] : null);
        var failure = Assert.Throws<AllocationBudgetException>(() => budget.ShouldBeAtMost(0));
        Assert.InRange(failure.BytesPerCall, 0.5, 1.5);
        Assert.Contains("Calls differ: between 0 and ", failure.Message);
    }

    [Fact]
    public void A_single_late_allocation_is_no_part_of_the_steady_state()
    {
        var calls = 0;
        Allocations.Of(() => ++calls == 1000 ? new byte[1000] : null).ShouldBeAtMost(0);
        Assert.True(calls > 2000);
    }

    [Fact]
    public void What_is_kept_per_thread_or_in_a_pool_is_no_part_of_it()
    {
        Allocations.Of(() => (cache ??= new byte[1000]).Length).ShouldBeAtMost(0);
        Allocations.Of(() => ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(1000))).ShouldBeAtMost(0);
    }

    [Fact]
    public async Task What_is_kept_per_thread_is_no_part_of_it_on_the_pool()
    {
        var bytes = await Allocations.OfAsync(Yield).BytesPerCallAsync();

        // The task alone.
        Assert.InRange(bytes, 24, 400);

        static async Task Yield()
        {
            await Task.Yield();
            cache ??= new byte[1000];
        }
    }

    [Fact]
    public void An_operation_that_waits_for_its_own_continuations_is_counted_with_them()
    {
        // Blocking allocates as well, but only if it takes long.
        var budget = Allocations.Of(() =>
        {
            var task = Yield();
            while (!task.IsCompleted)
                Thread.Yield();
        });

        var bytes = budget.BytesPerCall();

        Assert.InRange(bytes, 1024, 1500);
        for (var i = 0; i < 100; i++)
            Assert.Equal(bytes, budget.BytesPerCall());

        static async Task Yield()
        {
            await Task.Yield();
            GC.KeepAlive(new byte[1000]);
        }
    }

    [Fact]
    public void An_operation_may_count_another_one()
    {
        var inner = new HashSet<double>();
        var outer = Allocations.Of(() => inner.Add(Allocations.Of(() => new byte[1000]).BytesPerCall())).BytesPerCall();
        Assert.Equal([1024], inner);
        Assert.True(outer > 0);
    }

    [Fact]
    public void A_thread_that_the_operation_leaves_running_does_not_hold_up_the_count()
    {
        using var end = new ManualResetEventSlim();
        var bytes = Allocations
            .Of(() =>
            {
                new Thread(end.Wait) { IsBackground = true }.Start();
            })
            .BytesPerCall();
        end.Set();

        Assert.True(bytes > 0);
    }

    [Fact]
    public void An_operation_that_works_only_once_fails_as_it_does_by_itself()
    {
        var stream = new MemoryStream([1]);

        Assert.Throws<ObjectDisposedException>(() =>
            Allocations
                .Of(() =>
                {
                    using (stream)
                        return stream.ReadByte();
                })
                .ShouldBeAtMost(0)
        );
    }

    [Fact]
    public async Task Assertions_in_parallel_do_not_see_each_other()
    {
        var found = await Task.WhenAll(
            Enumerable
                .Range(1, 8)
                .Select(size =>
                    Task.Run(async () =>
                    {
                        var counts = new HashSet<double>();
                        for (var i = 0; i < 50; i++)
                        {
                            counts.Add(Allocations.Of(() => new byte[8 * size]).BytesPerCall() - 24);
                            counts.Add(
                                await Allocations.OfValueTask(() => ValueTask.FromResult(new byte[8 * size])).BytesPerCallAsync() - 24
                            );
                        }

                        return Assert.Single(counts);
                    })
                )
        );

        Assert.Equal([8, 16, 24, 32, 40, 48, 56, 64], found);
    }

    [Fact]
    public void A_failure_names_each_source_with_the_method_that_has_it()
    {
        var failure = Assert.Throws<AllocationBudgetException>(() => Allocations.Of(() => (Copies.One(), Copies.Two())).ShouldBeAtMost(0));
        AssertNames(failure, "System.Byte[]", nameof(Copies.One));
        AssertNames(failure, "System.Int32[]", nameof(Copies.Two));
    }

    [Fact]
    public async Task So_does_a_failure_of_an_asynchronous_operation_that_continues_elsewhere()
    {
        var failure = await Assert.ThrowsAsync<AllocationBudgetException>(() => Allocations.OfAsync(Copies.Later).ShouldBeAtMost(0));
        AssertNames(failure, "System.Byte[]", nameof(Copies.Later));
    }

    private static void AssertNames(AllocationBudgetException failure, string type, string method)
    {
        var line = $@"  {Regex.Escape(type)} \(\d+%\) in {Regex.Escape(typeof(Copies).FullName!)}\.{method}";
        Assert.True(Regex.IsMatch(failure.Message, line), failure.Message);
    }

    private static class Copies
    {
        private static readonly byte[] Bytes = new byte[1000];
        private static readonly int[] Numbers = new int[500];

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static byte[] One() => (byte[])Bytes.Clone();

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static int[] Two() => [.. Numbers];

        public static async Task Later()
        {
            await Task.Yield();
            GC.KeepAlive(Bytes.ToArray());
        }
    }
}

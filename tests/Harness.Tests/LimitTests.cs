using BenchmarkDotNet.Configs;

namespace Bench.Harness.Tests;

public sealed class LimitTests
{
    [Theory]
    [InlineData(-1)]
    [InlineData(0)]
    [InlineData(25)]
    public void A_limit_that_no_timer_waits_for_is_refused_before_anything_is_built(int days)
    {
        var limit = TimeSpan.FromDays(days);

        Assert.Throws<ArgumentOutOfRangeException>(() =>
            DefaultConfig.Instance.WithInterleaving(new InterleavingOptions { MaxStart = limit })
        );
        Assert.Throws<ArgumentOutOfRangeException>(() =>
            DefaultConfig.Instance.WithInterleaving(new InterleavingOptions { MaxSlice = limit })
        );
        Assert.NotNull(DefaultConfig.Instance.WithInterleaving(new InterleavingOptions { MaxStart = TimeSpan.FromDays(24) }));
    }
}

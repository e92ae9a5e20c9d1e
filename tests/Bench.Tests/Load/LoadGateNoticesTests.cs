using Bench.Cli.Load;

namespace Bench.Tests;

public sealed class LoadGateNoticesTests
{
    [Theory]
    [InlineData(64, 20, "slices take 20 s with 64 connections and each round takes 4.7 min.")]
    [InlineData(4, 20, null)]
    [InlineData(64, 500, null)]
    [InlineData(64, null, null)]
    public void Slices_that_a_slow_request_makes_long_are_told(int connections, int? pace, string? expected)
    {
        var matrix = new LoadMatrix
        {
            Connections = connections,
            SliceSeconds = 1,
            DurationSeconds = 6,
            Variants = [new LoadVariant { Name = "before" }, new LoadVariant { Name = "after" }],
        };

        var notice = LoadGateNotices.OfSlowSlices(matrix, pace);

        if (expected is null)
            Assert.Null(notice);
        else
            Assert.Contains(expected, notice);
    }
}

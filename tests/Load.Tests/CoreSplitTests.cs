namespace Bench.Load.Tests;

public sealed class CoreSplitTests
{
    [Fact]
    public void The_core_in_the_middle_is_the_servers()
    {
        var split = CoreSplit.Create([0, 2, 5], usable: 3);
        Assert.Equal([0, 2], split.Server);
        Assert.Equal([5], split.Generator);
    }

    [Theory]
    [InlineData(1, 1, "at least two of the first 64 cores")]
    [InlineData(4, 2, "this process may use only the time of 2 of 4 cores")]
    [InlineData(64, 96, "at most 64 cores")]
    public void Cores_that_cannot_be_divided_are_refused(int cores, int usable, string expected)
    {
        var thrown = Assert.Throws<LoadException>(() => CoreSplit.Create([.. Enumerable.Range(0, cores)], usable));
        Assert.Contains(expected, thrown.Message);
        Assert.EndsWith("Remove pin.", thrown.Message);
    }
}

namespace Bench.Tests;

public sealed class CheckFolderTests : IDisposable
{
    private readonly string earlier = Path.GetTempFileName();

    public void Dispose() => File.Delete(earlier);

    [Theory]
    [InlineData(false, true, true)]
    [InlineData(true, false, true)]
    [InlineData(false, false, false)]
    public void Times_and_bytes_are_both_figures(bool hasTimes, bool hasBytes, bool expected)
    {
        var all = MergeTests.Benchmark("A", 0.001);
        var benchmark = all with { Replicates = hasTimes ? all.Replicates : [], AllocatedBytes = hasBytes ? [64] : [] };
        Assert.Equal(expected, CheckFolder.IsWorthKeeping(earlier, isInterrupted: true, [benchmark]));
        Assert.True(CheckFolder.IsWorthKeeping(earlier, isInterrupted: false, [benchmark]));
        Assert.True(CheckFolder.IsWorthKeeping(earlier + ".none", isInterrupted: true, [benchmark]));
    }
}

using Bench.Cli.Affected;

namespace Bench.Tests;

public sealed class ShardMatrixTests
{
    [Theory]
    [InlineData(100, 4, 1, """{"index":[1,2,3],"count":[3],"replicate":[1],"replicates":[1]}""")]
    [InlineData(100, 2, 3, """{"index":[1,2],"count":[2],"replicate":[1,2,3],"replicates":[3]}""")]
    [InlineData(1, 4, 2, """{"index":[1],"count":[1],"replicate":[1,2],"replicates":[2]}""")]
    [InlineData(0, 4, 3, """{"index":[1],"count":[1],"replicate":[1],"replicates":[1]}""")]
    public void As_many_machines_as_there_is_work_for_and_replicates_of_each(int measured, int max, int replicates, string expected)
    {
        BenchmarkId[] benchmarks = [.. Enumerable.Range(0, measured).Select(i => new BenchmarkId($"N.T.M{i}", JobTraits.Default))];
        var report = new AffectedReport("a", "b", [], ShardMatrix.Create(benchmarks, max, replicates));
        Assert.Equal(expected, report.ToMatrix().Trim());
    }
}

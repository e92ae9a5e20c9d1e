namespace Bench.Runner.Tests;

public sealed class RecordingTests
{
    [Theory]
    [InlineData("Rows", "Rows.Run")]
    [InlineData("Rows`1[[System.Int32, System.Private.CoreLib]]", "Rows`1[System.Int32].Run")]
    // The runtime names the declaring type.
    [InlineData("Inheriting", "Rows.Run", "Rows`1[System.Int32].Run", "Other.Run")]
    public void The_method_of_a_benchmark_is_told_by_its_type_or_else_by_its_name(string type, params string[] own)
    {
        RecordedMethod[] ran =
        [
            new("Rows", "Run", 1),
            new("Rows", "Setup", 2),
            new("Rows`1[System.Int32]", "Run", 3),
            new("Other", "Run", 4),
        ];
        var benchmark = new HostedBenchmark(
            0,
            new BenchmarkId($"{type}.Run", JobTraits.Default),
            new ListedBenchmark($"{type}.Run", type, type, "Run", "", "", "Run", "", false, 1, RunMode.Slices, 1, false, "", [], 0)
        );

        Assert.Equal(own, Recording.OwnOf(benchmark, ran).Select(method => $"{method.Type}.{method.Name}"));
    }
}

namespace Bench.Runner.Tests;

public sealed class BenchmarkMatchingTests
{
    private static readonly JobTraits Short = JobTraits.FromDisplayInfo(
        "T.A: ShortRun(IterationCount=3, LaunchCount=1, WarmupCount=3)",
        "T.A"
    );

    [Fact]
    public void Another_job_is_no_other_benchmark()
    {
        var found = Assert.Single(Find([Benchmark("N.T", "A")], [Benchmark("N.T", "A", job: Short)]));
        Assert.StartsWith("its job was the default one", found, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", "Size: 10")]
    [InlineData("Word: x", "Word: x, Size: 10")]
    [InlineData("Word: x", "Size: 10, Word: x")]
    public void A_parameter_with_one_value_makes_no_other_benchmark(string before, string after) =>
        Assert.Contains("with other parameters", Assert.Single(Find([Benchmark("N.T", "A", before)], [Benchmark("N.T", "A", after)])));

    [Fact]
    public void A_parameter_with_two_values_makes_other_benchmarks() =>
        Assert.Empty(Find([Benchmark("N.T", "A")], [Benchmark("N.T", "A", "Size: 10"), Benchmark("N.T", "A", "Size: 20")]));

    [Fact]
    public void Another_value_is_another_benchmark() =>
        Assert.Empty(Find([Benchmark("N.T", "A", "Size: 10")], [Benchmark("N.T", "A", "Size: 20")]));

    [Fact]
    public void A_description_outlives_the_name_of_a_method() =>
        Assert.Contains(
            "was N.T.A with the same description",
            Assert.Single(Find([Benchmark("N.T", "A", title: "all at once")], [Benchmark("N.T", "B", title: "all at once")]))
        );

    [Fact]
    public void A_method_without_a_description_that_is_renamed_is_another() =>
        Assert.Empty(Find([Benchmark("N.T", "A")], [Benchmark("N.T", "B")]));

    [Fact]
    public void A_class_may_move() =>
        Assert.Contains(
            "in another namespace",
            Assert.Single(Find([Benchmark("Old.T", "A", "Size: 1")], [Benchmark("New.Place.T", "A", "Size: 1")]))
        );

    [Fact]
    public void Two_that_it_may_be_are_none() =>
        Assert.Empty(Find([Benchmark("Old.T", "A")], [Benchmark("New.T", "A"), Benchmark("Other.T", "A")]));

    [Fact]
    public void What_is_measured_in_another_way_is_another() =>
        Assert.Empty(Find([Benchmark("N.T", "A")], [Benchmark("N.T", "A", job: Short, mode: RunMode.FirstCall)]));

    [Fact]
    public void What_was_joined_is_measured_and_what_was_not_names_the_nearest()
    {
        var joined = MeasuredBenchmark.Join(
            [Benchmark("N.T", "A"), Benchmark("N.T", "Gone")],
            [Benchmark("N.T", "A", job: Short), Benchmark("N.T", "Come")]
        );

        Assert.Equal(["N.T.A", "N.T.Come", "N.T.Gone"], joined.Select(benchmark => benchmark.Id.FullName).Order());
        var results = joined.Select(benchmark => benchmark.ToBenchmark(isScreened: true)).ToDictionary(benchmark => benchmark.Id.FullName);
        Assert.StartsWith("its job was", results["N.T.A"].How, StringComparison.Ordinal);
        Assert.Equal(PairedSides.Both, results["N.T.A"].Sides);
        Assert.Null(results["N.T.A"].Against);
        Assert.Equal("perhaps N.T.Come now", results["N.T.Gone"].How);
    }

    [Fact]
    public void Jobs_of_each_runtime_are_the_same_job_when_runtimes_are_compared()
    {
        var only = Assert.Single(MeasuredBenchmark.Join(On(9, other: 10), On(10, other: 9)));
        Assert.Equal(JobTraits.Default, only.Id.Job);
        Assert.True(only.IsOpen);
        Assert.Equal(".NET 9.0, Runtime=.NET 9.0", Job(9).What);
        Assert.Equal("mine", JobTraits.FromDisplayInfo("T.A: mine(Runtime=.NET 9.0)", "T.A").WithoutRuntime.What);

        static HostedProgram On(int runtime, int other) =>
            new(
                [
                    Benchmark("N.T", "A", job: Job(other)) with
                    {
                        UnsupportedReason = "its job requires another runtime",
                    },
                    Benchmark("N.T", "A", job: Job(runtime)),
                ],
                new RunEnvironment(Runtime: $".NET {runtime}.0")
            );

        static JobTraits Job(int version) => JobTraits.FromDisplayInfo($"T.A: .NET {version}.0(Runtime=.NET {version}.0)", "T.A");
    }

    private static string[] Find(HostedBenchmark[] removed, HostedBenchmark[] added) =>
        [.. BenchmarkMatching.Find(removed, added).Select(found => found.Change)];

    private static HostedBenchmark Benchmark(
        string type,
        string method,
        string parameters = "",
        JobTraits? job = null,
        string? title = null,
        RunMode mode = RunMode.Slices
    )
    {
        var name = $"{type}.{method}" + (parameters.Length == 0 ? "" : $"({parameters})");
        return new HostedBenchmark(
            0,
            new BenchmarkId(name, job ?? JobTraits.Default),
            new ListedBenchmark(name, type, type, method, parameters, "", title ?? method, "", false, 1, mode, 1, false, "", [], 0)
        );
    }
}

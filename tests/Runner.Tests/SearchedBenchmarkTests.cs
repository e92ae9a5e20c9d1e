namespace Bench.Runner.Tests;

public sealed class SearchedBenchmarkTests
{
    private static readonly SearchedBenchmark Moved = new(Id("Old.T.A"), Id("New.T.A"));

    [Theory]
    [InlineData("Old.T.A", "Old.T.A")]
    [InlineData("Old.T.A", "New.T.A")]
    [InlineData("New.T.A", "New.T.A")]
    // A change that was reverted.
    [InlineData("New.T.A", "Old.T.A")]
    public void It_is_the_same_on_either_side_of_the_commit_that_renamed_it(string before, string after)
    {
        var found = Moved.In(MeasuredBenchmark.Join([Benchmark(before)], [Benchmark(after), Benchmark(after + "Other")]))!;
        Assert.Equal((before, after), (found.Pairing!.Baseline.Id.FullName, found.Pairing.Candidate.Id.FullName));
    }

    [Fact]
    public void A_parameter_that_was_added_in_between_makes_no_other_benchmark()
    {
        var searched = new SearchedBenchmark(Id("N.T.A"), Id("N.T.A(Size: 10)"));
        Assert.NotNull(searched.In(MeasuredBenchmark.Join([Benchmark("N.T.A")], [Benchmark("N.T.A(Size: 10)")])));
        Assert.Null(searched.In(MeasuredBenchmark.Join([Benchmark("N.T.A")], [Benchmark("N.T.A(Size: 20)")])));
    }

    [Fact]
    public void Of_a_commit_that_has_both_names_the_newer_is_compared()
    {
        HostedBenchmark[] both = [Benchmark("Old.T.A"), Benchmark("New.T.A")];
        Assert.Equal("New.T.A", Moved.In(MeasuredBenchmark.Join(both, both))!.Id.FullName);
        Assert.Equal("Old.T.A", Moved.In(MeasuredBenchmark.Join([Benchmark("Old.T.A")], both))!.Id.FullName);
    }

    [Theory]
    [InlineData("Old.T.A", "Old.T.A New.T.A", true)]
    [InlineData("Old.T.A New.T.A", "Old.T.A", true)]
    [InlineData("Old.T.A New.T.A", "Old.T.A New.T.A", false)]
    [InlineData("Old.T.A New.T.A", "New.T.A", false)]
    [InlineData("Old.T.A", "New.T.A", false)]
    [InlineData("New.T.A", "Old.T.A", false)]
    [InlineData("Old.T.A", "Old.T.A", false)]
    public void What_a_commit_has_by_both_names_is_not_compared_by_the_older(string before, string after, bool isAmbiguous)
    {
        var benchmarks = MeasuredBenchmark.Join(All(before), All(after));
        Assert.Equal(isAmbiguous, Moved.IsAmbiguousIn(benchmarks, Moved.In(benchmarks)!));
        static HostedBenchmark[] All(string names) => [.. names.Split(' ').Select(Benchmark)];
    }

    [Theory]
    [InlineData("Old.T.A", "Other.T.A")]
    [InlineData("Old.T.A", "New.T.B")]
    public void What_has_a_third_name_is_another(string before, string after) =>
        Assert.Null(Moved.In(MeasuredBenchmark.Join([Benchmark(before)], [Benchmark(after)])));

    [Fact]
    public void Both_names_are_asked_for_without_their_parameters()
    {
        Assert.Equal(["New.T.A*", "Old.T.A*"], Moved.Filter.Patterns);
        Assert.Equal(["N.T.A*"], new SearchedBenchmark(Id("N.T.A"), Id("N.T.A(Size: *)")).Filter.Patterns);
    }

    [Fact]
    public void What_is_not_searched_has_a_reason()
    {
        var (good, bad) = (new PathCommit("0123456789abcdef", "", "", ""), new PathCommit(null, "", "", ""));
        HostedBenchmark unsupported = Benchmark("N.T.Unsupported") with { UnsupportedReason = "its job has a clock of its own" },
            twice = Benchmark("N.T.Twice");

        var (searched, leftOut) = BisectSelection.Of(
            new FoundBenchmarks(
                MeasuredBenchmark.Join(
                    [Benchmark("Old.T.A"), unsupported, twice, twice, Benchmark("N.U.Gone")],
                    [Benchmark("New.T.A"), unsupported, twice, Benchmark("N.V.Come")]
                ),
                new(),
                new()
            )
            {
                PatternsWithoutBenchmarks = ["*Typo*"],
            },
            good,
            bad
        );

        Assert.Equal([Moved], searched);
        Assert.Equal(
            [
                "'*Typo*' (matches no benchmark at either end)",
                "N.U.Gone (only 0123456789ab has it)",
                "N.V.Come (only the work tree has it)",
                "N.T.Unsupported (its job has a clock of its own)",
                "N.T.Twice (2 benchmark cases have this name. Give their parameters or jobs different names)",
            ],
            leftOut.Select(one => one.ToString())
        );
    }

    private static BenchmarkId Id(string name) => new(name, JobTraits.Default);

    private static HostedBenchmark Benchmark(string name)
    {
        var method = name.Split('(')[0];
        var type = method[..method.LastIndexOf('.')];
        var parameters = name[method.Length..].Trim('(', ')');
        return new HostedBenchmark(
            0,
            Id(name),
            new ListedBenchmark(
                name,
                type,
                type,
                method[(type.Length + 1)..],
                parameters,
                "",
                method[(type.Length + 1)..],
                "",
                false,
                1,
                RunMode.Slices,
                1,
                false,
                "",
                [],
                0
            )
        );
    }
}

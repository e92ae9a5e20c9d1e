using Bench.Results;

namespace Bench.Tests;

/// <summary>What <c>bench versus</c> promises a user.</summary>
[Trait("Category", "Process")]
[Collection(MeasuringTests.Name)]
public sealed class VersusTests(MeasuredPrograms programs)
{
    [Fact]
    public void Ways_are_measured_against_their_baseline_and_slower_is_no_failure()
    {
        var run = BenchProgram.Run(
            programs.Repository,
            "versus",
            "*WayRows.Long",
            "--replicates",
            "2",
            "--project",
            MeasuredPrograms.Project,
            "--results",
            "ways.json",
            "--output",
            "ways.md"
        );

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        Assert.Contains("### `Fixture.WayRows`\n", run.Output);
        Assert.Contains("| `Long` | ", run.Output);
        var benchmark = Assert.Single(
            RunLoader
                .Load(
                    [
                        ["ways.json"],
                    ],
                    programs.Repository
                )[0]
                .Benchmarks
        );
        Assert.Equal(("Long", 2, false), (benchmark.Method, benchmark.Replicates.Count, benchmark.IsScreened));
        Assert.All(benchmark.Replicates, replicate => Assert.True(replicate.LogRatio > 0));
        Assert.Equal("Fixture.WayRows.Short", benchmark.Against);
        var alternatives = File.ReadLines(Path.Combine(programs.Repository, "ways.md"))
            .Where(line => line.StartsWith("| `", StringComparison.Ordinal))
            .Select(line => line.Split('|')[1].Trim());
        Assert.Equal(["`Short`", "`Long`"], alternatives);
        File.Delete(Path.Combine(programs.Repository, "ways.json"));
        File.Delete(Path.Combine(programs.Repository, "ways.md"));
    }

    [Fact]
    public void Any_alternative_can_be_what_the_others_are_compared_with()
    {
        var run = BenchProgram.Run(
            programs.Repository,
            "versus",
            "*WayRows.Short",
            "*WayRows.Nothing",
            "--against",
            "Long",
            "--replicates",
            "2",
            "--project",
            MeasuredPrograms.Project,
            "--results",
            "against.json"
        );

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        Assert.Contains("'*WayRows.Nothing' matches no benchmark.", run.Error);
        var benchmark = Assert.Single(
            RunLoader
                .Load(
                    [
                        ["against.json"],
                    ],
                    programs.Repository
                )[0]
                .Benchmarks
        );
        Assert.Equal(("Short", "Fixture.WayRows.Long"), (benchmark.Method, benchmark.Against));
        Assert.All(benchmark.Replicates, replicate => Assert.True(replicate.LogRatio < 0));
        File.Delete(Path.Combine(programs.Repository, "against.json"));
    }

    [Fact]
    public void Each_input_is_compared_with_itself_however_long_its_name()
    {
        var run = BenchProgram.Run(
            programs.Repository,
            "versus",
            "*LongTextRows.*",
            "--replicates",
            "2",
            "--project",
            MeasuredPrograms.Project,
            "--results",
            "long.json"
        );

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        var benchmarks = RunLoader
            .Load(
                [
                    ["long.json"],
                ],
                programs.Repository
            )[0]
            .Benchmarks;
        Assert.Single(benchmarks.Select(benchmark => benchmark.Parameters).Distinct());
        Assert.Equal(
            ["a text of letters, the last word", "a text of numbers, the last word"],
            benchmarks.Select(benchmark => benchmark.Against!.Split('"')[1]).Order(StringComparer.Ordinal)
        );
        Assert.All(
            benchmarks,
            benchmark => Assert.Equal(benchmark.Id.FullName, benchmark.Against!.Replace(".Short(", ".Long(", StringComparison.Ordinal))
        );
        File.Delete(Path.Combine(programs.Repository, "long.json"));
    }

    [Theory]
    [InlineData(1, "this way leads nowhere", "*WayRows.Failing", "--replicates", "2")]
    [InlineData(2, "matches no benchmark that has a baseline", "*WayRows.Alone", "--replicates", "2")]
    [InlineData(2, "matches no benchmark that has an alternative called Nobody beside it", "*WayRows*", "--against", "Nobody")]
    [InlineData(2, "It matches Fixture.WayRows.Alone", "*WayRows.Alone", "--replicates", "2")]
    [InlineData(2, "It matches none at all.", "*WayRowz*", "--replicates", "2")]
    [InlineData(2, "'*WayRowz*' matches no benchmark. (--strict)", "*WayRows*", "*WayRowz*", "--strict")]
    [InlineData(2, "'*' is every benchmark", "", "--replicates", "2")]
    [InlineData(2, "none/ways.json can't be written", "*WayRows.Long", "--replicates", "2", "--results", "none/ways.json")]
    [InlineData(2, "none/ways.md can't be written", "*WayRows.Long", "--replicates", "2", "--output", "none/ways.md")]
    [InlineData(2, "--replicates", "*WayRows*", "--units", "1")]
    [InlineData(2, "--replicates", "*WayRows*", "--replicates", "1")]
    public void What_goes_wrong_is_named(int expected, string cause, params string[] arguments)
    {
        var run = BenchProgram.Run(programs.Repository, ["versus", .. arguments, "--project", MeasuredPrograms.Project]);

        Assert.Equal(expected, run.ExitCode);
        Assert.Contains(cause, run.Output + run.Error);
    }
}

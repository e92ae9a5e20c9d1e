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
        var run = BenchProgram.Run(programs.Repository, "versus", "*WayRows.Long", "--units", "2", "--project", MeasuredPrograms.Project, "--results", "ways.json", "--output", "ways.md");

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        Assert.Contains("### `Fixture.WayRows`\n", run.Output);
        Assert.Contains("| `Long` | ", run.Output);
        var row = Assert.Single(RunLoader.Load([["ways.json"]], programs.Repository)[0].Rows);
        Assert.Equal(("Long", 2, false), (row.Method, row.Units.Count, row.IsScreened));
        Assert.All(row.Units, unit => Assert.True(unit.LogRatio > 0));
        Assert.Equal("Fixture.WayRows.Short", row.Against);
        var ways = File.ReadLines(Path.Combine(programs.Repository, "ways.md")).Where(line => line.StartsWith("| `", StringComparison.Ordinal)).Select(line => line.Split('|')[1].Trim());
        Assert.Equal(["`Short`", "`Long`"], ways);
        File.Delete(Path.Combine(programs.Repository, "ways.json"));
        File.Delete(Path.Combine(programs.Repository, "ways.md"));
    }

    [Fact]
    public void Any_way_can_be_what_the_others_are_compared_with()
    {
        var run = BenchProgram.Run(programs.Repository, "versus", "*WayRows.Short", "*WayRows.Nothing", "--against", "Long", "--units", "2", "--project", MeasuredPrograms.Project, "--results", "against.json");

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        var row = Assert.Single(RunLoader.Load([["against.json"]], programs.Repository)[0].Rows);
        Assert.Equal(("Short", "Fixture.WayRows.Long"), (row.Method, row.Against));
        Assert.All(row.Units, unit => Assert.True(unit.LogRatio < 0));
        File.Delete(Path.Combine(programs.Repository, "against.json"));
    }

    [Fact]
    public void Each_input_is_compared_with_itself_however_long_its_name()
    {
        var run = BenchProgram.Run(programs.Repository, "versus", "*LongTextRows.*", "--units", "2", "--project", MeasuredPrograms.Project, "--results", "long.json");

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        var rows = RunLoader.Load([["long.json"]], programs.Repository)[0].Rows;
        Assert.Single(rows.Select(row => row.Parameters).Distinct());
        Assert.Equal(["a text of letters, the last word", "a text of numbers, the last word"], rows.Select(row => row.Against!.Split('"')[1]).Order(StringComparer.Ordinal));
        Assert.All(rows, row => Assert.Equal(row.Id.FullName, row.Against!.Replace(".Short(", ".Long(", StringComparison.Ordinal)));
        File.Delete(Path.Combine(programs.Repository, "long.json"));
    }

    [Theory]
    [InlineData(1, "this way leads nowhere", "*WayRows.Failing", "--units", "2")]
    [InlineData(2, "fits no row that has a baseline", "*WayRows.Alone", "--units", "2")]
    [InlineData(2, "fits no row that has a way called Nobody beside it", "*WayRows*", "--against", "Nobody")]
    [InlineData(2, "It fits Fixture.WayRows.Alone", "*WayRows.Alone", "--units", "2")]
    [InlineData(2, "It fits none at all.", "*WayRowz*", "--units", "2")]
    [InlineData(2, "'*' is every row", "", "--units", "2")]
    [InlineData(2, "none/ways.json can't be written", "*WayRows.Long", "--units", "2", "--results", "none/ways.json")]
    [InlineData(2, "none/ways.md can't be written", "*WayRows.Long", "--units", "2", "--output", "none/ways.md")]
    [InlineData(2, "--units", "*WayRows*", "--units", "1")]
    public void What_goes_wrong_is_named(int expected, string cause, params string[] arguments)
    {
        var run = BenchProgram.Run(programs.Repository, ["versus", .. arguments, "--project", MeasuredPrograms.Project]);

        Assert.Equal(expected, run.ExitCode);
        Assert.Contains(cause, run.Output + run.Error);
    }
}

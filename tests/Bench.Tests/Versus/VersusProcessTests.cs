namespace Bench.Tests;

[Trait("Category", "Process")]
[Collection(MeasuringTests.Name)]
public sealed class VersusProcessTests(MeasuredPrograms programs)
{
    [Trait("Category", "Measured")]
    [Fact]
    public void Ways_are_measured_against_their_baseline_and_slower_is_no_failure()
    {
        var run = BenchProgram.Measure(
            programs.Repository,
            "versus --format markdown *WayRows.Long --replicates 2 --project",
            MeasuredPrograms.Project,
            "--results ways.json --output ways.md"
        );

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        Assert.Contains("### `Fixture.WayRows`\n", run.Output);
        Assert.Contains("| `Long` | ", run.Output);
        var benchmark = Assert.Single(Folder.LoadFrom(programs.Repository, "ways.json").Benchmarks);
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

    /// <summary>BenchmarkDotNet prints both inputs as the same text.</summary>
    [Fact]
    public void Each_input_is_compared_with_itself_however_long_its_name()
    {
        var run = new VersusRun(programs.Baseline, TimeSpan.FromMinutes(1), _ => { });

        var found = run.Find(["*LongTextRows.*"], null, TestContext.Current.CancellationToken);

        var pairings = found.Benchmarks.Select(benchmark => benchmark.Pairing!).ToArray();
        Assert.Single(pairings.Select(pairing => pairing.Candidate.Parameters).Distinct());
        Assert.Equal(
            ["a text of letters, the last word", "a text of numbers, the last word"],
            pairings.Select(pairing => pairing.Baseline.FullName.Split('"')[1]).Order(StringComparer.Ordinal)
        );
        Assert.All(pairings, pairing =>
            Assert.Equal(pairing.Candidate.FullName, pairing.Baseline.FullName.Replace(".Short(", ".Long(", StringComparison.Ordinal))
        );
    }
}

namespace Bench.Harness.Tests;

/// <summary>What a program of somebody else has of benchmarks: each is found, and runs once.</summary>
[Trait("Category", "Process")]
public sealed class SmokeTests(BuiltProgram built) : IDisposable
{
    private readonly OutsideProgram program = built.Copy();

    public void Dispose() => program.Dispose();

    [Theory]
    [InlineData("*AnswerBenchmarks*", "ok     HarnessFixture.AnswerBenchmarks: 5 benchmarks")]
    [InlineData("*InnerBenchmarks*", "ok     HarnessFixture.Outer+InnerBenchmarks: 1 benchmarks")]
    [InlineData("*ConvertedBenchmarks*", "ok     HarnessFixture.ConvertedBenchmarks: 2 benchmarks")]
    [InlineData("*GenericBenchmarks*", "Smoke: 2 benchmarks ran once, 0 problems")]
    [InlineData("*UnreadableBenchmarks*", "Smoke: 3 benchmarks ran once, 0 problems")]
    [InlineData("*UnreadableBenchmarks*", "not run: HarnessFixture.UnreadableBenchmarks.OfSpan")]
    public async Task It_runs_once(string filter, string expected)
    {
        Assert.Contains(expected, await Smoke("harness", filter, 0));
    }

    [Fact]
    public async Task Answers_that_differ_are_told()
    {
        Assert.Matches("DifferingBenchmarks\\.Two: answered .*two.*, One .*one", await Smoke("harness", "*DifferingBenchmarks*", 1));
    }

    [Theory]
    [InlineData("*InnerBenchmarks*", 0)]
    [InlineData("*BrokenBenchmarks*", 1)]
    [InlineData("*.Once", 1)]
    public async Task A_class_whose_benchmarks_can_not_be_listed_costs_itself_alone(string filter, int expected)
    {
        var output = await Smoke("broken", filter, expected);

        Assert.Contains("benchmarks: failed: HarnessFixture.BrokenBenchmarks: the database is not there", output);
    }

    [Fact]
    public async Task A_class_that_is_not_public_is_no_success() =>
        Assert.Contains(
            "benchmarks: failed: HarnessFixture.HiddenBenchmarks: it is not public, or the class around it is not",
            await Smoke("harness", "*HiddenBenchmarks*", 1)
        );

    [Fact]
    public async Task What_never_ends_is_told_and_left()
    {
        var output = await Smoke("impatient", "*StuckBenchmarks*", 1);

        Assert.Contains("benchmarks: failed: HarnessFixture.StuckBenchmarks.One: did not end within 2 s", output);
    }

    [Fact]
    public async Task Quick_is_quick_whatever_job_a_class_has()
    {
        var artifacts = Path.Combine(program.Root, "quick");

        var (exitCode, output) = await program.Run("harness", "--quick", "--filter", "*AttributeBenchmarks*", "--artifacts", artifacts);

        Assert.True(exitCode == 0, output);
        Assert.All(ExportedTable.Read(artifacts, "AttributeBenchmarks"), benchmark => Assert.Equal("1", benchmark["Launches"]));
    }

    [Fact]
    public async Task Of_a_cold_start_the_first_calls_are_compared_quick_or_not()
    {
        var artifacts = Path.Combine(program.Root, "cold");

        var (exitCode, output) = await program.Run("harness", "--quick", "--filter", "*ColdBenchmarks*", "--artifacts", artifacts);

        Assert.True(exitCode == 0, output);
        var later = ExportedTable.Read(artifacts, "ColdBenchmarks").Single(benchmark => benchmark["Method"] == "SlowLater");
        Assert.InRange(ExportedTable.Number(later["Ratio"]), 0.02, 0.5);
    }

    private async Task<string> Smoke(string way, string filter, int expected)
    {
        var (exitCode, output) = await program.Run(way, "--smoke", "--filter", filter);
        Assert.True(exitCode == expected, output);
        return output;
    }
}

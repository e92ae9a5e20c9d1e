namespace Bench.Harness.Tests;

[Trait("Category", "Process")]
public sealed class SmokeTests(SmokeTests.GoodRun good) : IClassFixture<SmokeTests.GoodRun>
{
    private readonly OutsideProgram program = good.Program;

    [Theory]
    [InlineData("ok     HarnessFixture.AnswerBenchmarks: 5 benchmarks")]
    [InlineData("ok     HarnessFixture.Outer+InnerBenchmarks: 1 benchmarks")]
    [InlineData("ok     HarnessFixture.ConvertedBenchmarks: 2 benchmarks")]
    [InlineData("ok     HarnessFixture.UnreadableBenchmarks: 3 benchmarks")]
    [InlineData("not run: HarnessFixture.UnreadableBenchmarks.OfSpan")]
    // Those four and both types of GenericBenchmarks.
    [InlineData("Smoke: 13 benchmarks ran once, 0 problems")]
    public async Task Each_benchmark_runs_once(string expected)
    {
        var (exitCode, output) = await good.Run;
        Assert.True(exitCode == 0, output);
        Assert.Contains(expected, output);
        Assert.Equal(
            2,
            output.Split('\n').Count(line => line.StartsWith("ok     HarnessFixture.GenericBenchmarks", StringComparison.Ordinal))
        );
    }

    [Fact]
    public async Task Answers_that_differ_are_told() =>
        Assert.Matches("DifferingBenchmarks\\.Two: answered .*two.*, One .*one", await Smoke("harness", "*DifferingBenchmarks*", 1));

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
            "benchmarks: failed: HarnessFixture.HiddenBenchmarks: it or its enclosing class is not public",
            await Smoke("harness", "*HiddenBenchmarks*", 1)
        );

    [Fact]
    public async Task What_never_ends_is_told_and_left()
    {
        var output = await Smoke("impatient", "*StuckBenchmarks*", 1);
        Assert.Contains("benchmarks: failed: HarnessFixture.StuckBenchmarks.One: did not end within 2 s", output);
    }

    private async Task<string> Smoke(string way, string filter, int expected)
    {
        var (exitCode, output) = await program.Run(way, "--smoke --filter", filter);
        Assert.True(exitCode == expected, output);
        return output;
    }

    /// <summary>A run without failures, once for all its tests.</summary>
    public sealed class GoodRun : IDisposable
    {
        private readonly Lazy<Task<(int ExitCode, string Output)>> run;

        public GoodRun(BuiltProgram built)
        {
            Program = built.Copy();
            run = new(() =>
                Program.Run(
                    "harness --smoke --filter *AnswerBenchmarks* *InnerBenchmarks* *ConvertedBenchmarks* *GenericBenchmarks* *UnreadableBenchmarks*"
                )
            );
        }

        public OutsideProgram Program { get; }

        public Task<(int ExitCode, string Output)> Run => run.Value;

        public void Dispose() => Program.Dispose();
    }
}

namespace Bench.Harness.Tests;

[Trait("Category", "Process")]
[Trait("Category", "Measured")]
public sealed class FailureTests(FailureTests.FaultRun fixture) : IClassFixture<FailureTests.FaultRun>
{
    // BenchmarkDotNet keeps the builds of a job, so the next test with this one builds less.
    private static readonly string[] SameJob = ["--launchCount", "1", "--iterationCount", "80", "--iterationTime", "20", "--keepFiles"];

    private readonly OutsideProgram program = fixture.Program;

    [Fact]
    public async Task A_case_that_fails_fails_alone()
    {
        var (exitCode, output) = await fixture.Run;

        Assert.Equal(1, exitCode);
        foreach (var failed in new[] { "Throws", "Crashes", "Hangs", "SetupThrows" })
            Assert.Contains($"failed: FaultBenchmarks.{failed}", output);
        Assert.Matches(@"failed: FaultBenchmarks\.Throws: .*the benchmark has thrown", output);
        Assert.Matches(@"failed: FaultBenchmarks\.SetupThrows: .*the setup has thrown", output);
        Assert.Matches(@"failed: FaultBenchmarks\.Hangs: .*did not (finish|reach)", output);
        Assert.DoesNotContain("failed: FaultBenchmarks.Good", output);
        Assert.DoesNotContain("failed: FaultBenchmarks.AlsoGood", output);
        // On a busy machine the three seconds may end at any of these steps.
        Assert.Matches(@"did not (finish its (slice|setup and warm-up|calibration)|reach its main run) within (5|20) s", output);
        var good = Table("FaultBenchmarks", "faults").Single(benchmark => benchmark["Method"] == "AlsoGood");
        Assert.True(ExportedTable.Number(good["Ratio"]) > 0);
        Assert.Empty(program.Left());
    }

    [Fact]
    public async Task A_process_that_never_gets_anywhere_is_ended()
    {
        var (exitCode, output) = await program.Run(["impatient --filter *StuckBenchmarks* --artifacts", Artifacts("stuck"), .. SameJob]);
        Assert.Equal(1, exitCode);
        Assert.Contains("failed: StuckBenchmarks.One", output);
        Assert.Contains("failed: StuckBenchmarks.Two", output);
        Assert.Contains("did not start within 2 s", output);
        Assert.Empty(program.Left());
    }

    [Fact]
    public async Task Two_baselines_are_BenchmarkDotNets_own_message()
    {
        var (exitCode, output) = await program.Run("harness --filter *TwoBaselinesBenchmarks* --artifacts", Artifacts("two-baselines"));
        Assert.Equal(1, exitCode);
        Assert.Contains("Baseline = true", output);
    }

    [Fact]
    public async Task Nothing_takes_the_place_of_a_baseline_that_does_not_build()
    {
        var (exitCode, output) = await fixture.Run;
        Assert.Equal(1, exitCode);
        Assert.Contains("UnbuiltBaselineBenchmarks has no ratios, because its baseline was not built", output);
        var built = Table("UnbuiltBaselineBenchmarks", "faults").Where(benchmark => benchmark["Job"] == "Built").ToArray();
        Assert.Equal(2, built.Length);
        Assert.All(built, benchmark => Assert.Matches("^[-?]?$", benchmark["Ratio"]));
        Assert.All(built, benchmark => Assert.Matches(@"\d", benchmark["Mean"]));
    }

    private string Artifacts(string run) => Path.Combine(program.Root, run);

    private Dictionary<string, string>[] Table(string type, string run) => ExportedTable.Read(Artifacts(run), type);

    /// <summary>One run for both kinds of failure: each run builds.</summary>
    public sealed class FaultRun : IDisposable
    {
        private readonly Lazy<Task<(int ExitCode, string Output)>> run;

        public FaultRun(BuiltProgram built)
        {
            Program = built.Copy();
            run = new(() =>
                Program.Run([
                    "harness --filter *FaultBenchmarks* *UnbuiltBaselineBenchmarks* --artifacts",
                    Path.Combine(Program.Root, "faults"),
                    .. SameJob,
                ])
            );
        }

        public OutsideProgram Program { get; }

        public Task<(int ExitCode, string Output)> Run => run.Value;

        public void Dispose() => Program.Dispose();
    }
}

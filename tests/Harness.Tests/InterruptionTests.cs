namespace Bench.Harness.Tests;

[Trait("Category", "Process")]
[Trait("Category", "Measured")]
public sealed class InterruptionTests(ProgramCopy copy) : IClassFixture<ProgramCopy>
{
    // BenchmarkDotNet keeps the builds of a job, so only the first test of the class builds everything.
    private static readonly string[] SameJob = ["--launchCount", "3", "--iterationCount", "60", "--iterationTime", "10", "--keepFiles"];

    private readonly OutsideProgram program = copy.Program;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task An_interrupted_run_keeps_what_is_complete_and_leaves_no_process(bool isMeasuring)
    {
        if (OperatingSystem.IsWindows())
            Assert.Skip("Signals are Unix's.");
        var artifacts = Artifacts($"interrupted-{isMeasuring}");
        using var process = program.Start(["harness --filter *SortBenchmarks* --artifacts", artifacts, .. SameJob]);

        // In the middle of the second launch.
        while (
            await process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken) is { } line
            && !line.Contains("launch 2 of 3, 2 of 2", StringComparison.Ordinal)
        ) { }

        // Right when its processes start, or when one of them measures.
        var before = Directory.GetFiles(program.Measuring);
        if (isMeasuring)
            await WaitFor(() => Directory.EnumerateFiles(program.Measuring).Except(before).Any());
        Process.Start("kill", ["-INT", process.Id.ToString(CultureInfo.InvariantCulture)]).WaitForExit();
        var (exitCode, output) = await OutsideProgram.End(process);

        Assert.True(exitCode == 130, output);
        Assert.Contains("Launch 1 of 3 is complete", output);
        Assert.Empty(program.Left());
        Assert.All(ExportedTable.Read(artifacts, "SortBenchmarks"), benchmark => Assert.NotEqual("NA", benchmark["Mean"]));
    }

    [Fact]
    public async Task A_killed_program_leaves_nothing_that_never_ends_and_nothing_that_a_set_up_started()
    {
        if (!OperatingSystem.IsLinux())
            Assert.Skip("The parent of a process can be read on Linux only.");
        using var process = program.Start(["harness --filter *EndlessBenchmarks* --artifacts", Artifacts("endless"), .. SameJob]);
        var end = OutsideProgram.End(process);
        await WaitFor(() => program.Left("sleep 600").Length == 2);

        process.Kill();
        await end;

        await WaitFor(() => program.Left().Length == 0 && program.Left("sleep 600").Length == 0);
    }

    private static async Task WaitFor(Func<bool> condition)
    {
        for (var clock = Stopwatch.StartNew(); !condition(); await Task.Delay(100, TestContext.Current.CancellationToken))
            Assert.True(clock.Elapsed < TimeSpan.FromMinutes(3), "It did not happen within three minutes.");
    }

    private string Artifacts(string run) => Path.Combine(program.Root, run);
}

namespace Bench.Tests;

[Trait("Category", "Process")]
[Collection(MeasuringTests.Name)]
public sealed class GateProcessTests(MeasuredPrograms programs) : IDisposable
{
    private const string SleepingBuild = """
        <Project>
          <Target Name="Sleep" BeforeTargets="CoreCompile"><Exec Command="sleep 86398" /></Target>
        </Project>
        """;

    private readonly string folder = programs.Repository;
    private readonly List<GateProcess> processes = [];

    public void Dispose()
    {
        programs.Git("reset", "--quiet", "--hard", "main");
        programs.Git("clean", "--quiet", "--force", "-d", "--exclude", "bin", "--exclude", "obj");
        Assert.Single(programs.Git("worktree", "list").Split('\n', StringSplitOptions.RemoveEmptyEntries));
        foreach (var process in processes)
        {
            Assert.Empty(process.Leftovers());
            process.Dispose();
        }
    }

    [Fact]
    public void Without_git_or_a_repository_it_says_so()
    {
        var none = Directory.CreateDirectory(Path.Combine(programs.Root, "none")).FullName;
        var noGit = Start(folder, none, "--baseline HEAD").Finish();
        var noRepository = Start(none, null, "--baseline HEAD").Finish();
        Assert.Equal((2, 2), (noGit.ExitCode, noRepository.ExitCode));
        Assert.Contains("git is not on PATH", Message(noGit));
        Assert.Contains("is not in a git work tree", Message(noRepository));
    }

    [Fact]
    public void Interrupted_while_it_builds_nothing_stays()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals");
        // A unique source, so that it is not in the build cache.
        File.WriteAllText(Path.Combine(folder, "Own.cs"), $"// {Guid.NewGuid()}");
        var gate = Start(folder, null, "--baseline HEAD --project", MeasuredPrograms.Project);
        gate.WaitForProcess(" build ");

        gate.Interrupt();
        var run = gate.Finish();

        Assert.Equal(130, run.ExitCode);
        Assert.Contains("interrupted before anything was measured", Message(run));
    }

    [Fact]
    public async Task Killed_while_it_builds_the_build_ends_and_the_next_check_removes_its_files()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "looks at /proc");
        File.WriteAllText(Path.Combine(folder, "Directory.Build.targets"), SleepingBuild);
        using var gate = new GateProcess(programs, folder, null, "gate --baseline HEAD --project", MeasuredPrograms.Project);
        gate.WaitForProcess("sleep 86398");

        gate.Signal("KILL");

        await Until(() => !gate.Processes().Any());
        Assert.Contains(gate.Leftovers(), left => Path.GetFileName(left).StartsWith(WorkspaceFolder.Prefix, StringComparison.Ordinal));
        File.Delete(Path.Combine(folder, "Directory.Build.targets"));
        Start(folder, null, "--baseline HEAD --project missing.csproj").Finish();
        Assert.Empty(gate.Leftovers());
    }

    [Trait("Category", "Measured")]
    [Fact]
    public void Interrupted_while_it_measures_what_was_measured_is_kept()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals");
        // Without results of an earlier check, even incomplete results are written.
        var results = Path.Combine(folder, "BenchmarkDotNet.Artifacts/gate");
        if (Directory.Exists(results))
            Directory.Delete(results, recursive: true);
        var gate = Start(folder, null, "--baseline HEAD --measure-same-code --project", MeasuredPrograms.Project, "--filter *GenericRows*");
        gate.WaitFor("starting");
        gate.WaitForProcess(Path.ChangeExtension(MeasuredPrograms.Project, ".dll"));

        gate.Interrupt();
        var run = gate.Finish();

        Assert.Equal(130, run.ExitCode);
        Assert.Contains("Interrupted", run.Output);
        Assert.Contains("partial", File.ReadAllText(Path.Combine(folder, "BenchmarkDotNet.Artifacts/gate/report.md")));
        var check = Assert.Single(Figures().Checks);
        Assert.Equal("it was interrupted", check.Partial);
        Assert.Contains(programs.Git("rev-parse", "--short=12", "HEAD").Trim(), check.Candidate);
    }

    /// <summary>GateTests shows what a check makes of its figures; this shows that the figures are those of the programs.</summary>
    [Trait("Category", "Measured")]
    [Fact]
    public void A_check_of_two_versions_measures_both_as_their_configuration_asks()
    {
        MeasuredPrograms.Change(folder);

        var run = BenchProgram.Measure(
            folder,
            "gate --baseline HEAD --filter *VersionedRows.Added *VersionedRows.Broken *VersionedRows.Crashes *ConfiguredRows.Sleeps",
            "--measure-same-code --env",
            "FIXTURE_MAIN=first calls"
        );

        Assert.True(run.ExitCode == 1, run.Output + run.Error);
        Assert.Contains("1 benchmark vanished or failed", run.Output);
        Assert.Contains("fails in the baseline as well: InvalidOperationException: on both sides", run.Output.ReplaceLineEndings(" "));
        var figures = Figures();
        var benchmarks = figures.Benchmarks.ToDictionary(benchmark => benchmark.Method);
        Assert.Equal(["Added", "Broken", "Crashes", "Sleeps"], benchmarks.Keys.Order());
        Assert.Equal(PairedSides.Candidate, benchmarks["Added"].Sides);
        Assert.Contains("only the candidate", benchmarks["Crashes"].Failure);
        Assert.Null(benchmarks["Crashes"].BaselineFailure);
        Assert.Contains("on both sides", benchmarks["Broken"].Failure);
        Assert.Contains("on both sides", benchmarks["Broken"].BaselineFailure);
        // Main's configuration sets the sleep in the job.
        Assert.Contains("FIXTURE_MILLISECONDS=40", benchmarks["Sleeps"].Id.Job.What);
        Assert.NotEmpty(benchmarks["Sleeps"].Replicates);
        Assert.All(benchmarks["Sleeps"].Replicates, replicate =>
            Assert.True(Math.Min(replicate.BaselineNanoseconds, replicate.CandidateNanoseconds) > 40e6)
        );
        var check = Assert.Single(figures.Checks);
        Assert.Contains("with changes", check.Candidate);
        Assert.Matches("^[0-9a-f]{12}$", check.CandidateState);
        Assert.Equal(("FIXTURE_MAIN=(hidden)", null), (check.Settings!.ToString(), check.Partial));
        Assert.Contains($"Configuration: {check.Unread}.", run.Output.ReplaceLineEndings(" "));
        Assert.StartsWith("Main does not run Fixture.", check.Unread);
    }

    [Trait("Category", "Measured")]
    [Theory]
    [InlineData("KILL", "--measure-same-code")]
    [InlineData("TERM", "--measure-same-code")]
    [InlineData("INT")]
    public async Task A_benchmark_that_spins_and_what_its_set_up_started_end_with_the_command(string signal, params string[] options)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "looks at /proc");
        // The executed code is recorded only if something changed.
        if (options is [])
            MeasuredPrograms.Change(folder);
        using var gate = new GateProcess(
            programs,
            folder,
            null,
            ["gate", "--baseline", "HEAD", "--project", MeasuredPrograms.Project, "--filter", "*StartingRows*", .. options]
        );
        await Until(() => gate.Processes().Any(command => command.StartsWith("sleep 86399", StringComparison.Ordinal)));

        gate.Signal(signal);

        await Until(() => !gate.Processes().Any());
        if (signal != "KILL")
            return;
        Directory.Delete(gate.Temporary, recursive: true);
        programs.Git("worktree", "prune");
    }

    // Only a guard: the builds come first.
    private static async Task Until(Func<bool> condition)
    {
        for (var i = 0; i < 1200 && !condition(); i++)
            await Task.Delay(100, TestContext.Current.CancellationToken);
        Assert.True(condition());
    }

    private Run Figures() => Folder.LoadFrom(folder, "BenchmarkDotNet.Artifacts/gate/bench-results.json");

    private GateProcess Start(string where, string? path, params string[] arguments)
    {
        var process = new GateProcess(programs, where, path, ["gate", .. arguments]);
        processes.Add(process);
        return process;
    }

    // Skips lines of progress.
    private static string Message(GateProcess.Finished run) =>
        Assert.Single(run.Errors, line => line.StartsWith("bench: ", StringComparison.Ordinal));
}

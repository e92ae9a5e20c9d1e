using Bench.Results;
using Bench.Runner;

namespace Bench.Tests;

/// <summary>What <c>bench gate</c> promises a user: exit codes, one line for each mistake, and that nothing stays behind.</summary>
[Trait("Category", "Process")]
[Collection(MeasuringTests.Name)]
public sealed class GateTests(MeasuredPrograms programs) : IDisposable
{
    private readonly string folder = programs.Repository;
    private readonly List<GateProcess> processes = [];

    public void Dispose()
    {
        programs.Git("reset", "--quiet", "--hard", "main");
        Assert.Single(programs.Git("worktree", "list").Split('\n', StringSplitOptions.RemoveEmptyEntries));
        foreach (var process in processes)
        {
            Assert.Empty(process.Leftovers());
            process.Dispose();
        }
    }

    [Theory]
    [InlineData("nowhere", "--baseline", "nowhere")]
    [InlineData("--help", "--baseline", "--help")]
    [InlineData("--baseline")]
    [InlineData("invalid shard", "--baseline", "HEAD", "--shard", "3/2")]
    [InlineData("invalid shard", "--baseline", "HEAD", "--shard", "0/2")]
    [InlineData("invalid shard", "--baseline", "HEAD", "--shard", "1")]
    [InlineData("--budget", "--baseline", "HEAD", "--budget", "soon")]
    [InlineData("--benchmark-timeout", "--baseline", "HEAD", "--benchmark-timeout", "-3s")]
    [InlineData("NAME=VALUE", "--baseline", "HEAD", "--env", "NAME")]
    [InlineData("NAME=VALUE", "--baseline", "HEAD", "--env", "=x")]
    [InlineData(".pdf", "--baseline", "HEAD", "--output", "report.pdf")]
    [InlineData("can't be written", "--baseline", "HEAD", "--results", "TandemFixture.csproj")]
    [InlineData("none/report.md can't be written", "--baseline", "HEAD", "--output", "none/report.md")]
    [InlineData("missing.csproj", "--baseline", "HEAD", "--project", "missing.csproj")]
    [InlineData("--project: expected the path of a project", "--baseline", "HEAD", "--project", "")]
    [InlineData("missing.csproj", "--baseline", "HEAD", "--results", "made", "--output", "made/report.md", "--project", "missing.csproj")]
    [InlineData("name it by --project", "--baseline", "HEAD", "--project", ".git")]
    [InlineData("no target framework net9.0: expected one of net10.0", "--baseline", "HEAD", "--framework", "net9.0")]
    public void Wrong_usage_is_one_line_before_anything_is_built(string cause, params string[] arguments)
    {
        var run = Gate(arguments);

        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        // The one line may follow those that say how far it has come.
        Assert.Contains(cause, Message(run));
        Assert.DoesNotContain(run.Errors, line => line.StartsWith("Building the candidate", StringComparison.Ordinal));
    }

    [Fact]
    public void Without_git_or_a_repository_it_says_so()
    {
        var none = Directory.CreateDirectory(Path.Combine(programs.Root, "none")).FullName;

        var noGit = Start(folder, none, "--baseline", "HEAD").Finish();
        var noRepository = Start(none, null, "--baseline", "HEAD").Finish();

        Assert.Equal((2, 2), (noGit.ExitCode, noRepository.ExitCode));
        Assert.Contains("git is not on PATH", Message(noGit));
        Assert.Contains("lies in no git work tree", Message(noRepository));
    }

    [Fact]
    public void A_submodule_that_is_not_what_a_commit_says_is_refused()
    {
        var inner = Path.Combine(programs.Root, "inner");
        MeasuredPrograms.GitIn(inner, "init", "--quiet", "--initial-branch=main");
        var outer = Path.Combine(programs.Root, "outer");
        MeasuredPrograms.GitIn(outer, "init", "--quiet", "--initial-branch=main");
        File.WriteAllText(Path.Combine(inner, "a file"), "1");
        MeasuredPrograms.CommitIn(inner, "change");
        MeasuredPrograms.GitIn(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "a module");
        MeasuredPrograms.CommitIn(outer, "change");
        File.WriteAllText(Path.Combine(outer, "a module/a file"), "2");

        var run = Start(outer, null, "--baseline", "HEAD").Finish();

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("the submodule a module has changes", Message(run));
    }

    [Fact]
    public void A_baseline_that_lacks_the_project_is_one_line()
    {
        programs.Git("checkout", "--quiet", "--orphan", "empty");
        programs.Git("rm", "--quiet", "-r", "--cached", ".");
        MeasuredPrograms.CommitStagedIn(programs.Repository, "nothing", "--allow-empty");
        programs.Git("checkout", "--quiet", "--force", "main");

        var unrelated = Gate("--baseline", "empty", "--project", MeasuredPrograms.Project);
        var run = Gate("--baseline", "empty", "--baseline-exact", "--project", MeasuredPrograms.Project);

        Assert.Equal((2, 2), (unrelated.ExitCode, run.ExitCode));
        Assert.Contains("'empty' and HEAD have no commit in common here; --baseline-exact compares", Message(unrelated));
        Assert.Contains("the baseline has no project", Message(run));
    }

    [Fact]
    public void A_side_that_does_not_build_is_named_with_the_first_error()
    {
        File.WriteAllText(Path.Combine(folder, "Broken.cs"), "this is no code");
        var candidate = Gate("--baseline", "HEAD", "--project", MeasuredPrograms.Project);
        programs.Git("checkout", "--quiet", "-b", "broken");
        programs.Commit("does not build");
        programs.Git("checkout", "--quiet", "main");
        var baseline = Gate("--baseline", "broken", "--baseline-exact", "--project", MeasuredPrograms.Project);
        // What an earlier check left is nothing to check.
        Directory.CreateDirectory(Path.Combine(folder, CheckFolder.Default));
        File.WriteAllText(Path.Combine(folder, CheckFolder.Default, CheckFolder.Figures), "{}");
        var nothing = Gate("--baseline", "broken", "--project", MeasuredPrograms.Project);
        // A branch answers for what it did, and not for what main did since.
        File.WriteAllText(Path.Combine(folder, "Own.cs"), "// the branch's own change");
        var changed = Gate("--baseline", "broken", "--project", MeasuredPrograms.Project, "--filter", "*Nothing*");
        programs.Commit("builds");
        var parted = Gate("--baseline", "broken", "--project", MeasuredPrograms.Project, "--filter", "*Nothing*");

        Assert.Equal((2, 2, 2, 2), (candidate.ExitCode, baseline.ExitCode, nothing.ExitCode, parted.ExitCode));
        Assert.Contains("HEAD has nothing that 'broken' has not, so there is nothing to check", Message(nothing));
        Assert.Contains(parted.Errors, line => line.Contains("Building the baseline, merge base with broken (", StringComparison.Ordinal));
        Assert.All([changed, parted], run => Assert.Contains("no benchmark of either build", Message(run)));
        Assert.Matches("the candidate does not build: .*Broken.cs.*error CS", Message(candidate));
        Assert.Matches("the baseline does not build: .*Broken.cs.*error CS", Message(baseline));
    }

    [Fact]
    public void Interrupted_while_it_builds_nothing_stays()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals");
        var gate = Start(folder, null, "--baseline", "HEAD", "--project", MeasuredPrograms.Project);
        gate.WaitFor("Building the baseline");
        Thread.Sleep(700);

        gate.Interrupt();
        var run = gate.Finish();

        Assert.Equal(130, run.ExitCode);
        Assert.Contains("interrupted before anything was measured", Message(run));
    }

    [Fact]
    public void A_filter_that_fits_nothing_is_named()
    {
        var run = Gate("--baseline", "HEAD", "--project", MeasuredPrograms.Project, "--filter", "*Nothing*");

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("*Nothing* matches no benchmark of either build", Message(run));

        var strict = Gate("--baseline", "HEAD", "--project", MeasuredPrograms.Project, "--filter", "*.Same", "*Nothing*", "--strict");

        Assert.Equal(2, strict.ExitCode);
        Assert.Contains("'*Nothing*' matches no benchmark of either build. (--strict)", Message(strict));
    }

    [Fact]
    public void A_shard_without_benchmarks_has_nothing_to_complain_of()
    {
        const string benchmark = "Fixture.GenericRows<Int32>.Default";
        var other = 3 - GateRun.PartOf(new BenchmarkId(benchmark, JobTraits.Default), 2);

        var run = Gate(
            "--baseline",
            "HEAD",
            "--project",
            MeasuredPrograms.Project,
            "--filter",
            benchmark,
            "--shard",
            FormattableString.Invariant($"{other}/2"),
            "--replicate",
            "2/3"
        );

        Assert.True(run.ExitCode == 0, string.Join('\n', run.Errors));
        Assert.Contains("No benchmark is in this shard", run.Output);
        var figures = Figures();
        Assert.Empty(figures.Benchmarks);
        Assert.Equal((new Shard(other, 2), new CheckReplicate(2, 3)), (figures.Checks[0].Shard, figures.Checks[0].Replicate));
        // What merge names where a change depends on the machine.
        Assert.Equal(RunEnvironment.ThisProcessor, Assert.Single(figures.Environments).Processor);
    }

    [Fact]
    public void Interrupted_while_it_measures_what_was_measured_is_kept()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals");
        // Where there is nothing of an earlier check, what there is is written, however little.
        var results = Path.Combine(folder, "BenchmarkDotNet.Artifacts/gate");
        if (Directory.Exists(results))
            Directory.Delete(results, recursive: true);
        var gate = Start(
            folder,
            null,
            "--baseline",
            "HEAD",
            "--measure-same-code",
            "--project",
            MeasuredPrograms.Project,
            "--filter",
            "*GenericRows*"
        );
        gate.WaitFor("process pairs");
        Thread.Sleep(300);

        gate.Interrupt();
        var run = gate.Finish();

        Assert.Equal(130, run.ExitCode);
        Assert.Contains("Interrupted", run.Output);
        Assert.Contains("partial", File.ReadAllText(Path.Combine(folder, "BenchmarkDotNet.Artifacts/gate/report.md")));
        var check = Assert.Single(Figures().Checks);
        Assert.Equal("it was interrupted", check.Partial);
        Assert.Contains(programs.Git("rev-parse", "--short=12", "HEAD").Trim(), check.Candidate);
    }

    [Fact]
    public void A_check_of_two_versions_finds_what_changed()
    {
        MeasuredPrograms.Change(folder);
        // A change can't loosen the check that it has to pass.
        File.WriteAllText(
            Path.Combine(folder, "bench.json"),
            """{"margin":"9%","noiseFloor":"999s","maxInconclusive":"100%","rows":[{"pattern":"*Slower*","margin":"900%"}]}"""
        );

        var run = Gate(
            "--baseline",
            "HEAD",
            "--filter",
            "*VersionedRows*",
            "*ConfiguredRows.Sleeps*",
            "*Typo*",
            "--measure-same-code",
            "--env",
            "FIXTURE_MAIN=first calls",
            "--output",
            "own.json",
            "--title",
            "Slower rows",
            "--seed",
            "1"
        );

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("1 benchmark is slower, 2 benchmarks vanished or failed", run.Output);
        Assert.True(File.Exists(Path.Combine(folder, "own.json")));
        Assert.Contains("'*Typo*' matches no benchmark of either build", run.Output.ReplaceLineEndings(" "));
        Assert.Contains("fails in the baseline as well: InvalidOperationException: on both sides", run.Output.ReplaceLineEndings(" "));
        var report = File.ReadAllText(Path.Combine(folder, CheckFolder.Default, "report.md"));
        Assert.All(
            new[] { run.Output, report },
            text =>
                Assert.Matches(
                    @"bench gate --baseline [0-9a-f]{12} --filter .*'Fixture\.VersionedRows\.Slower'.* --env 'FIXTURE_MAIN=first calls'\s+bench explain 'Fixture\.VersionedRows\.Slower' --baseline [0-9a-f]{12} --env 'FIXTURE_MAIN=first calls'",
                    text
                )
        );
        Assert.Contains("Change: `Slower rows`.", report);
        Assert.Contains(", net10.0`.", report);
        Assert.All(
            new[]
            {
                "margin of '*Slower*' 5% -> 900%",
                "margin 5% -> 9%",
                "noise floor 0.5 ns -> 999000000000 ns",
                "largest share of inconclusive benchmarks 20% -> 100%",
            },
            change => Assert.Contains($"{change}: applies after the merge", run.Output.ReplaceLineEndings(" "))
        );
        var figures = Figures();
        var benchmarks = figures.Benchmarks.ToDictionary(benchmark => benchmark.Method);
        Assert.Equal(["Added", "Broken", "Crashes", "Removed", "Same", "Sleeps", "Slower"], benchmarks.Keys.Order());
        Assert.Equal((PairedSides.Candidate, PairedSides.Baseline), (benchmarks["Added"].Sides, benchmarks["Removed"].Sides));
        Assert.Contains("only the candidate", benchmarks["Crashes"].Failure);
        Assert.Null(benchmarks["Crashes"].BaselineFailure);
        Assert.Contains("on both sides", benchmarks["Broken"].Failure);
        Assert.Contains("on both sides", benchmarks["Broken"].BaselineFailure);
        Assert.True(benchmarks["Slower"].Replicates.Count(replicate => replicate.IsConfirmation) >= 4);
        // How long it sleeps, its job says, which Main made.
        Assert.Contains("FIXTURE_MILLISECONDS=40", benchmarks["Sleeps"].Id.Job.What);
        Assert.NotEmpty(benchmarks["Sleeps"].Replicates);
        Assert.All(
            benchmarks["Sleeps"].Replicates,
            replicate => Assert.True(Math.Min(replicate.BaselineNanoseconds, replicate.CandidateNanoseconds) > 40e6)
        );
        var check = Assert.Single(figures.Checks);
        Assert.Contains("with changes", check.Candidate);
        Assert.Matches("^[0-9a-f]{12}$", check.CandidateState);
        Assert.Equal(
            ("FIXTURE_MAIN=first calls", null, "*VersionedRows*, *ConfiguredRows.Sleeps*, *Typo*"),
            (check.Settings, check.Partial, check.Filter)
        );
        Assert.Contains($"Configuration: {check.Unread}.", run.Output.ReplaceLineEndings(" "));
        Assert.StartsWith("Main does not run Fixture.", check.Unread);
    }

    [Fact]
    public void Interrupted_before_anything_was_measured_an_earlier_result_stays()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals");
        var figures = Directory.CreateDirectory(Path.Combine(folder, "BenchmarkDotNet.Artifacts/gate")).FullName + "/bench-results.json";
        File.WriteAllText(figures, "earlier");
        // Without something to measure it would end by itself.
        string[] options = ["--project", MeasuredPrograms.Project, "--filter", "*GenericRows*", "--measure-same-code"];
        var gate = Start(folder, null, ["--baseline", "HEAD", .. options]);
        gate.WaitFor(" benchmarks");

        gate.Interrupt();
        var run = gate.Finish();

        Assert.Equal(130, run.ExitCode);
        Assert.Equal("earlier", File.ReadAllText(figures));
    }

    [Theory]
    [InlineData("KILL", "--measure-same-code")]
    [InlineData("INT", "--measure-same-code")]
    [InlineData("TERM", "--measure-same-code")]
    [InlineData("KILL")]
    [InlineData("INT")]
    public async Task A_benchmark_that_spins_and_what_its_set_up_started_end_with_the_command(string signal, params string[] options)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "looks at /proc");
        // What it runs is recorded where something changed.
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

        static async Task Until(Func<bool> condition)
        {
            // Only a guard: the builds come first.
            for (var i = 0; i < 1200 && !condition(); i++)
                await Task.Delay(100, TestContext.Current.CancellationToken);
            Assert.True(condition());
        }
    }

    private Run Figures() =>
        RunLoader.Load(
            [
                ["BenchmarkDotNet.Artifacts/gate/bench-results.json"],
            ],
            folder
        )[0];

    private GateProcess.Finished Gate(params string[] arguments) => Start(folder, null, arguments).Finish();

    private GateProcess Start(string where, string? path, params string[] arguments)
    {
        var process = new GateProcess(programs, where, path, ["gate", .. arguments]);
        processes.Add(process);
        return process;
    }

    // What is no progress.
    private static string Message(GateProcess.Finished run) =>
        Assert.Single(run.Errors, line => line.StartsWith("bench: ", StringComparison.Ordinal));
}

namespace Bench.Tests;

[Trait("Category", "Process")]
public sealed class GateUsageTests : IDisposable
{
    private readonly MadeUpRepository repository = new("N.Rows.One = 100 ns", "N.Rows.Other = 100 ns");

    public void Dispose() => repository.Dispose();

    [Theory]
    [InlineData("nowhere", "--baseline nowhere")]
    [InlineData("--help", "--baseline --help")]
    [InlineData("--baseline")]
    [InlineData("is not a shard", "--baseline HEAD --shard 3/2")]
    [InlineData("is not a shard", "--baseline HEAD --shard 0/2")]
    [InlineData("is not a shard", "--baseline HEAD --shard 1")]
    [InlineData("is not a replicate", "--baseline HEAD --replicate 3/2")]
    [InlineData("--budget", "--baseline HEAD --budget soon")]
    [InlineData("--benchmark-timeout", "--baseline HEAD --benchmark-timeout -3s")]
    [InlineData("NAME=VALUE", "--baseline HEAD --env NAME")]
    [InlineData("NAME=VALUE", "--baseline HEAD --env =x")]
    [InlineData(".pdf", "--baseline HEAD --output report.pdf")]
    [InlineData("cannot be written", "--baseline HEAD --artifacts", MadeUpRepository.Project)]
    [InlineData("none/report.md cannot be written", "--baseline HEAD --output none/report.md")]
    [InlineData("missing.csproj", "--baseline HEAD --project missing.csproj")]
    [InlineData("--project needs the path of a project", "--baseline HEAD --project", "")]
    [InlineData("missing.csproj", "--baseline HEAD --artifacts made --output made/report.md --project missing.csproj")]
    [InlineData("Name it with --project", "--baseline HEAD --project .git")]
    [InlineData("no target framework net9.0. Add it to TargetFrameworks, or use one of net10.0", "--baseline HEAD --framework net9.0")]
    [InlineData("no target framework net9.0. Add it", "--baseline HEAD --runtimes net9.0 net10.0")]
    [InlineData("--runtimes needs two target frameworks", "--baseline HEAD --runtimes net9.0")]
    [InlineData("--filter is empty", "--baseline HEAD --filter", "")]
    [InlineData("'Npgsql' is not a package with a version. Use a value such as Npgsql@10.0.3.", "--baseline HEAD --package Npgsql")]
    [InlineData("'Npgsql@9.*' is not a package with a version", "--baseline HEAD --package Npgsql@9.*")]
    [InlineData("npgsql has 2 versions", "--baseline HEAD --package npgsql@9.0.5 --package Npgsql@10.0.3")]
    public void Wrong_usage_is_one_line_before_anything_is_built(string cause, params string[] arguments)
    {
        var run = Gate(arguments);
        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        Assert.Contains(cause, run.Message);
        Assert.Empty(repository.Programs.Built);
    }

    [Fact]
    public void A_submodule_that_is_not_what_a_commit_says_is_refused()
    {
        using var other = new TemporaryFolder();
        MeasuredPrograms.GitIn(other.Path, "init", "--quiet", "--initial-branch=main");
        File.WriteAllText(Path.Combine(other.Path, "a file"), "1");
        MeasuredPrograms.CommitIn(other.Path, "change");
        repository.Git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.Path, "a module");
        repository.Commit("change");
        repository.Write("a module/a file", "2");

        var run = Gate("--baseline HEAD");

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("the submodule a module has uncommitted changes", run.Message);
        Assert.Empty(repository.Programs.Built);
    }

    [Fact]
    public void A_baseline_that_lacks_the_project_is_one_line()
    {
        repository.Git("checkout", "--quiet", "--orphan", "empty");
        repository.Git("rm", "--quiet", "-r", "--cached", ".");
        MeasuredPrograms.CommitStagedIn(repository.Root, "nothing", "--allow-empty");
        repository.Git("checkout", "--quiet", "--force", "main");

        var unrelated = Gate("--baseline empty");
        var run = Gate("--baseline empty --baseline-exact");

        Assert.Equal((2, 2), (unrelated.ExitCode, run.ExitCode));
        Assert.Contains(
            "'empty' and HEAD have no commit in common here. Use --baseline-exact to compare with 'empty' itself.",
            unrelated.Message
        );
        Assert.Contains("the baseline has no project", run.Message);
    }

    [Fact]
    public void A_side_that_does_not_build_is_named_with_the_first_error()
    {
        repository.Write("App/Broken.cs", "this is no code");
        var candidate = Gate("--baseline HEAD");
        repository.Git("checkout", "--quiet", "-b", "broken");
        repository.Commit("does not build");
        repository.Git("checkout", "--quiet", "main");
        var baseline = Gate("--baseline broken --baseline-exact");

        Assert.Equal((2, 2), (candidate.ExitCode, baseline.ExitCode));
        Assert.Matches("the candidate does not build: .*Broken.cs.*error CS", candidate.Message);
        Assert.Matches("the baseline does not build: .*Broken.cs.*error CS", baseline.Message);
    }

    /// <summary>A branch is compared with its merge base: later changes of main are not its own.</summary>
    [Fact]
    public void The_merge_base_is_measured_and_a_branch_without_changes_has_nothing_to_check()
    {
        repository.Git("checkout", "--quiet", "-b", "ahead");
        repository.Write("App/Broken.cs", "this is no code");
        repository.Commit("does not build");
        repository.Git("checkout", "--quiet", "main");
        // The results of an earlier check are not changes to check.
        repository.Write($"{CheckFolder.Default}/{CheckFolder.Figures}", "{}");
        var nothing = Gate("--baseline ahead");
        repository.Write("App/Own.cs", "// the branch's own change");
        var changed = Gate("--baseline ahead --filter *Nothing*");
        repository.Commit("builds");
        var parted = Gate("--baseline ahead --filter *Nothing*");

        Assert.Equal((2, 2, 2), (nothing.ExitCode, changed.ExitCode, parted.ExitCode));
        Assert.Contains("HEAD has no commit that 'ahead' lacks, so there is nothing to check", nothing.Message);
        Assert.Equal(
            2,
            repository.Programs.Built.Count(line =>
                line.Contains("Building the baseline, merge base with ahead (", StringComparison.Ordinal)
            )
        );
        Assert.All([changed, parted], run => Assert.Contains("no benchmark in either build", run.Message));
    }

    [Fact]
    public void A_filter_that_fits_nothing_is_named()
    {
        var run = Gate("--baseline HEAD --filter *Nothing*");
        var strict = Gate("--baseline HEAD --filter *.One *Nothing* --strict");
        var control = Gate("--baseline HEAD --control *Nobody*");

        Assert.Equal((2, 2, 2), (run.ExitCode, strict.ExitCode, control.ExitCode));
        Assert.Contains("*Nothing* matches no benchmark in either build", run.Message);
        Assert.Contains("'*Nothing*' matches no benchmark in either build. (--strict)", strict.Message);
        Assert.Contains("the control pattern '*Nobody*' matches no benchmark", control.Message);
        Assert.Equal(0, repository.Programs.MeasuredPairs);
    }

    [Fact]
    public void A_program_that_does_not_start_says_why()
    {
        repository.Write("App/Stops.cs", "does not start: App.dll cannot be measured: it ended");
        var run = Gate("--baseline HEAD");
        Assert.Equal(2, run.ExitCode);
        Assert.Equal("bench: App.dll cannot be measured: it ended", run.Message);
    }

    [Fact]
    public void Builds_that_take_the_whole_budget_end_the_check()
    {
        var run = Gate("--baseline HEAD --budget 20s");
        Assert.Equal(3, run.ExitCode);
        Assert.Matches(
            @"the builds took 0:00:\d\d of --budget 0:00:20, so nothing was measured\. Use a larger budget, such as --budget \d+m\.",
            run.Message
        );
    }

    [Fact]
    public void A_work_tree_is_checked_by_one_at_a_time()
    {
        using (Runner.Repository.Find(repository.Root, TestContext.Current.CancellationToken).Lock())
        {
            var run = Gate("--baseline HEAD");

            Assert.Equal(2, run.ExitCode);
            Assert.Contains("another check is measuring this work tree.", run.Message);
        }
        Assert.Equal(0, Gate("--baseline HEAD").ExitCode);
    }

    private BenchProgram.Finished Gate(params string[] arguments) => repository.Run(["gate", .. arguments]);
}

using System.Text;

namespace Bench.Tests;

[Trait("Category", "Process")]
public sealed class DataBranchTests : IDisposable
{
    private const string Branch = DataBranch.Usual;
    private const string OfRemote = $"origin/{DataBranch.Usual}";

    private readonly MadeUpRepository repository = new("N.T.Fast = 100 ns", "N.T.Other = 200 ns");
    private readonly Folder elsewhere = new();

    public DataBranchTests()
    {
        repository.Git("init", "--quiet", "--bare", Origin);
        repository.Git("remote", "add", "origin", $"file://{Origin}");
        repository.Git("push", "--quiet", "origin", "main");
    }

    private string Origin => Path.Combine(elsewhere.Root, "origin.git");

    public void Dispose()
    {
        repository.Dispose();
        elsewhere.Dispose();
    }

    [Theory]
    [InlineData(Branch)]
    [InlineData(OfRemote)]
    public void A_change_of_one_method_adds_its_figures_and_no_others(string branch)
    {
        var first = Change(150);
        var added = Add(branch);
        var second = Change(75);
        var both = Add(branch);
        var again = Add(branch);

        Assert.True(added.ExitCode == 0, added.Error);
        Assert.Contains($"bench: {first}: added to {branch}.", added.Error);
        Assert.Contains("| `N.T.Fast` | 1 | 150 ns", added.Output);
        Assert.Contains("| `N.T.Fast` | 2 | 150 ns", both.Output);
        Assert.DoesNotContain("N.T.Other", both.Output);
        Assert.Contains($"bench history --branch {branch}", both.Output);
        Assert.Contains($"{second}: {branch} already has these figures", again.Error);
        Assert.Equal(both.Output, again.Output);
        Assert.Equal([$"{second} to 75", $"{first} to 150"], Subjects(repository.Root, branch));
        Assert.Equal("", repository.Git("status", "--porcelain"));
        Assert.Equal("main", repository.Git("symbolic-ref", "--short", "HEAD").Trim());
        if (branch == OfRemote)
            Assert.Equal(Subjects(repository.Root, branch), Subjects(Origin, Branch));
        else
            Assert.Equal("", repository.Git("ls-remote", "origin", Branch));
    }

    [Fact]
    public void One_command_checks_a_commit_and_adds_its_figures()
    {
        var commit = Change(150);
        var arguments = new[] { "gate", "--baseline", "HEAD~1", "--record", OfRemote };

        var run = repository.Run(arguments);
        var upgraded = repository.Run([.. arguments, "--package Some@2.0.0"]);
        repository.Write("App/More.cs", "N.T.More = 1 ns\n");
        var changed = repository.Run(arguments);

        Assert.Equal(1, run.ExitCode);
        Assert.Contains($"bench: {commit}: added to {OfRemote}.", run.Error);
        Assert.Equal([$"{commit} to 150"], Subjects(Origin, Branch));
        Assert.Equal(2, changed.ExitCode);
        Assert.Contains("--record: the work tree has changes", changed.Error);
        Assert.Equal(2, upgraded.ExitCode);
        Assert.Contains("Remove --package and --runtimes", upgraded.Error);
    }

    /// <summary>The verdict is lost where the figures are: nobody would see that the branch lacks them.</summary>
    [Fact]
    public void A_check_whose_figures_cannot_be_added_fails()
    {
        Change(75);
        var run = repository.Run("gate --baseline HEAD~1 --record main");
        Assert.Equal(2, run.ExitCode);
        Assert.Contains("so it has other data", run.Error);
        Assert.Contains("Fast", run.Output);
    }

    [Fact]
    public void A_page_links_to_the_commits_that_were_measured()
    {
        var commit = Change(150);
        repository.Git("remote", "set-url", "origin", "https://host.example/team/repository.git");
        Assert.Equal(0, Add(Branch, "--output h.html").ExitCode);
        Assert.Contains(
            $"<a href=\"https://host.example/team/repository/commit/{commit}\">{commit}</a>",
            File.ReadAllText(Path.Combine(repository.Root, "h.html"))
        );
    }

    [Fact]
    public void Machine_classes_are_lines_of_their_own()
    {
        Change(150);
        Add(Branch);
        var figures = Path.Combine(repository.Results, CheckFolder.Figures);
        File.WriteAllText(figures, File.ReadAllText(figures).Replace(ThisProcessor.Instance.Name!, "Another 9", StringComparison.Ordinal));
        var run = Add(Branch);
        Assert.Equal(2, run.Output.Split("| `N.T.Fast` | 1 | 150 ns").Length - 1);
        Assert.Contains("## `Another 9", run.Output);
    }

    [Fact]
    public void A_check_that_measured_nothing_adds_nothing()
    {
        repository.Write("notes.txt", "x");
        var commit = repository.Commit("notes");
        repository.Run("gate --baseline HEAD~1");

        var run = Add(Branch);

        Assert.Equal(5, run.ExitCode);
        Assert.Contains($"bench: {commit}: no benchmark was measured, so {Branch} stays as it is.", run.Error);
        Assert.Contains($"bench: {Branch} has no figures here.", run.Error);
        Assert.Equal("", repository.Git("branch", "--list", Branch));
    }

    [Theory]
    [InlineData("a..b")]
    [InlineData("-x")]
    [InlineData("origin/")]
    [InlineData("a b")]
    [InlineData("@{-1}")]
    public void A_name_that_no_branch_can_have_is_refused(string name)
    {
        var run = History($"--branch={name}");
        Assert.Equal(2, run.ExitCode);
        Assert.Contains("cannot be the name of a branch", run.Error);
    }

    [Theory]
    [InlineData("--add needs the branch", "--add x")]
    [InlineData("are two sources", "git:main", "--branch x")]
    [InlineData("is a data branch", "--folder x --branch y")]
    [InlineData("is neither a file nor a folder", "--branch x --add nowhere")]
    public void Wrong_usage_is_named(string message, params string[] arguments)
    {
        var run = History(arguments);
        Assert.Equal(2, run.ExitCode);
        Assert.Contains(message, run.Error);
    }

    [Fact]
    public void A_branch_with_other_data_stays_as_it_is()
    {
        Change(150);
        var before = repository.Hash("main");
        var run = Add("main");
        Assert.Equal(2, run.ExitCode);
        Assert.Contains("bench: main: the branch has no bench-results.json, so it has other data.", run.Error);
        Assert.Equal(before, repository.Hash("main"));
    }

    [Fact]
    public void Changes_without_a_commit_are_refused()
    {
        repository.WriteBenchmarks("N.T.Fast = 150 ns", "N.T.Other = 200 ns");
        repository.Run("gate --baseline HEAD");
        var run = Add(Branch);
        Assert.Equal(2, run.ExitCode);
        Assert.Contains("commit the changes, and run bench gate again", run.Error);
    }

    [Fact]
    public void A_new_clone_continues_the_branch_of_the_remote()
    {
        Change(150);
        Add(OfRemote);
        Change(75);
        Assert.Contains("| `N.T.Fast` | 2 | 150 ns", Add(Branch).Output);
        Assert.Equal(2, Subjects(repository.Root, Branch).Length);
        Assert.Single(Subjects(Origin, Branch));
    }

    [Theory]
    [InlineData(Branch)]
    [InlineData(OfRemote)]
    public void Writers_that_race_all_add_their_figures(string branch)
    {
        const int Writers = 4;
        const int Checks = 4;
        var commit = Change(150);
        var figures = File.ReadAllText(Path.Combine(repository.Results, CheckFolder.Figures));

        Parallel.For(0, Writers, new ParallelOptions { MaxDegreeOfParallelism = Writers }, writer =>
        {
            for (var check = 0; check < Checks; check++)
            {
                var own = figures.Replace("\"seconds\": ", $"\"seconds\": 1{writer}{check}", StringComparison.Ordinal);
                Assert.True(DataBranch.Named(branch, repository.Root).Add(Encoding.UTF8.GetBytes(own), commit));
            }
        });

        Assert.Equal(Writers * Checks, Subjects(repository.Root, branch).Length);
        Assert.Contains($"| `N.T.Fast` | {Writers * Checks} |", History("--branch", branch).Output);
    }

    /// <summary>A hook ends the last of the steps, when the objects are written already.</summary>
    [Fact]
    public void An_interruption_leaves_the_branch_as_it_was()
    {
        WorkflowTests.SkipOnWindows();
        Change(150);
        Add(Branch);
        Change(75);
        var before = repository.Hash(Branch);
        var hook = Hook(Path.Combine(repository.Root, ".git", "hooks", "reference-transaction"));

        var failed = Add(Branch);
        var unchanged = repository.Hash(Branch);
        File.Delete(hook);
        var repeated = Add(Branch);

        Assert.Equal(2, failed.ExitCode);
        Assert.Contains($"bench: {Branch}: git cannot add the figures: ", failed.Error);
        Assert.Equal(before, unchanged);
        Assert.Contains("| `N.T.Fast` | 2 |", repeated.Output);
    }

    [Fact]
    public void A_remote_that_refuses_the_figures_is_named()
    {
        WorkflowTests.SkipOnWindows();
        Change(150);
        Hook(Path.Combine(Origin, "hooks", "pre-receive"));
        var run = Add(OfRemote);
        Assert.Equal(2, run.ExitCode);
        Assert.Contains("pre-receive hook declined", run.Message);
        Assert.Equal("", repository.Git("ls-remote", "origin", Branch));
    }

    [Fact]
    public void A_remote_that_cannot_be_reached_is_named()
    {
        Change(150);
        repository.Git("remote", "set-url", "origin", Path.Combine(elsewhere.Root, "nowhere"));
        var run = Add(OfRemote);
        Assert.Equal(2, run.ExitCode);
        Assert.Contains("does not appear to be a git repository", run.Message);
    }

    [Fact]
    public void A_damaged_check_is_left_out_and_the_next_one_is_added()
    {
        Change(150);
        Add(Branch);
        Assert.True(DataBranch.Named(Branch, repository.Root).Add("{ \"schema\": \"bench-results/1\","u8.ToArray(), "0123456789ab"));

        var damaged = History("--branch", Branch);
        Change(75);
        var next = Add(Branch);

        Assert.Equal(0, damaged.ExitCode);
        Assert.Matches("warning: this check is left out: git:[0-9a-f]{12}:bench-results.json", Assert.Single(damaged.Errors));
        Assert.Contains("| `N.T.Fast` | 1 | 150 ns", damaged.Output);
        Assert.Contains("| `N.T.Fast` | 2 | 150 ns", next.Output);
    }

    [Fact]
    public void A_shallow_clone_adds_to_the_whole_branch()
    {
        Change(150);
        Add(OfRemote);
        Change(75);
        Add(OfRemote);
        var last = Change(80);
        repository.Git("push", "--quiet", "origin", "main");
        elsewhere.Git("clone", "--quiet", "--depth", "1", "--no-single-branch", $"file://{Origin}", "part");
        var part = Path.Combine(elsewhere.Root, "part");

        var before = BenchProgram.Run(part, "history --format markdown --branch", Branch);
        var run = BenchProgram.Run(part, "history --format markdown --branch", OfRemote, "--add", repository.Results);

        Assert.Contains($"the clone lacks the first checks of {Branch}", before.Error);
        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Contains("| `N.T.Fast` | 2 |", run.Output);
        Assert.Equal(3, Subjects(Origin, Branch).Length);
        Assert.StartsWith(last, Subjects(Origin, Branch)[0]);
    }

    [Fact]
    public void A_file_of_a_megabyte_is_added()
    {
        repository.WriteBenchmarks([
            .. Enumerable.Range(0, 3000).Select(i => string.Create(CultureInfo.InvariantCulture, $"N.T.M{i} = 100 ns")),
        ]);
        repository.Commit("many");
        repository.WriteBenchmarks([
            .. Enumerable.Range(0, 3000).Select(i => string.Create(CultureInfo.InvariantCulture, $"N.T.M{i} = 101 ns")),
        ]);
        repository.Commit("slower");
        repository.Run("gate --baseline HEAD~1 --budget 100h");

        var run = Add(Branch);

        Assert.True(new FileInfo(Path.Combine(repository.Results, CheckFolder.Figures)).Length > 1 << 20);
        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Contains("| `N.T.M2999` | 1 |", run.Output);
    }

    [Fact]
    public void Other_files_of_the_branch_stay()
    {
        Change(150);
        Add(Branch);
        repository.Git("worktree", "add", "--quiet", Path.Combine(elsewhere.Root, "data"), Branch);
        elsewhere.Write("data/README.md", "Figures.\n");
        MeasuredPrograms.CommitIn(Path.Combine(elsewhere.Root, "data"), "readme");
        repository.Git("worktree", "remove", "--force", Path.Combine(elsewhere.Root, "data"));
        Change(75);

        Assert.Contains("| `N.T.Fast` | 2 | 150 ns", Add(Branch).Output);
        Assert.Equal("README.md\nbench-results.json\n", repository.Git("ls-tree", "--name-only", Branch));
    }

    private static string Hook(string path)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, "#!/bin/sh\nexit 1\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return path;
    }

    /// <summary>Changes one benchmark in a commit, and checks it.</summary>
    private string Change(int nanoseconds)
    {
        repository.WriteBenchmarks(string.Create(CultureInfo.InvariantCulture, $"N.T.Fast = {nanoseconds} ns"), "N.T.Other = 200 ns");
        var commit = repository.Commit(string.Create(CultureInfo.InvariantCulture, $"to {nanoseconds}"));
        var run = repository.Run("gate --baseline HEAD~1");
        Assert.True(run.ExitCode is 0 or 1 or 3, run.Error);
        return commit;
    }

    private BenchProgram.Finished Add(string branch, params string[] others) =>
        History(["--branch", branch, "--add", CheckFolder.Default, .. others]);

    private BenchProgram.Finished History(params string[] arguments) =>
        BenchProgram.Run(repository.Root, ["history --format markdown", .. arguments]);

    private static string[] Subjects(string where, string branch) =>
        MeasuredPrograms.GitIn(where, "log", "--format=%s", branch, "--").Split('\n', StringSplitOptions.RemoveEmptyEntries);
}

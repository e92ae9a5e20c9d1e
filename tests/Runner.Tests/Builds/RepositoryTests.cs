namespace Bench.Runner.Tests;

[Trait("Category", "Process")]
public sealed class RepositoryTests : FolderTests
{
    private readonly string root;

    public RepositoryTests()
    {
        root = Path.Combine(folder.Root, "repository");
        MeasuredPrograms.GitIn(root, "init", "--quiet", "--initial-branch=main");
        MeasuredPrograms.CommitStagedIn(root, "first", "--allow-empty");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_checkout_is_forgotten_even_one_that_was_interrupted(bool isWhole)
    {
        var repository = Repository.Find(root, TestContext.Current.CancellationToken);
        var checkout = Path.Combine(folder.Root, "checkout");
        repository.AddWorktree(repository.Commit("HEAD"), checkout);
        if (!isWhole)
        {
            // The state after git was killed during a checkout.
            MeasuredPrograms.GitIn(root, "worktree", "lock", "--reason", "initializing", checkout);
            File.Delete(Path.Combine(checkout, ".git"));
        }

        repository.RemoveWorktree(checkout);

        Assert.False(Directory.Exists(checkout));
        Assert.Single(MeasuredPrograms.GitIn(root, "worktree", "list").Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }

    [Fact]
    public void A_repository_of_somebody_else_is_trusted_by_itself_alone()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess, "gives a folder to another user");
        using (var chown = System.Diagnostics.Process.Start("chown", ["-R", "12345", root]))
            chown.WaitForExit();
        var refused = Assert.Throws<RunnerException>(() => Repository.Find(root, TestContext.Current.CancellationToken));
        Assert.EndsWith($"git config --global --add safe.directory {root}", refused.Message);
    }

    // Otherwise a project would be its own baseline.
    [Fact]
    public void A_project_behind_a_link_is_in_the_repository_and_one_beside_it_is_not()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "links");
        var repository = Repository.Find(root, TestContext.Current.CancellationToken);
        Directory.CreateSymbolicLink(Path.Combine(folder.Root, "link"), root);
        Assert.Equal(Path.Combine("bench", "B.csproj"), repository.PathOf(Path.Combine(folder.Root, "link", "bench", "B.csproj")));
        var refused = Assert.Throws<UsageException>(() => repository.PathOf(Path.Combine(folder.Root, "other", "B.csproj")));
        Assert.Contains("is not in this repository", refused.Message);
    }

    [Fact]
    public void The_merge_base_is_where_two_branches_parted()
    {
        var repository = Repository.Find(root, TestContext.Current.CancellationToken);
        var parted = repository.Commit("main");
        MeasuredPrograms.GitIn(root, "checkout", "--quiet", "-b", "own");
        MeasuredPrograms.CommitStagedIn(root, "the branch's", "--allow-empty");
        MeasuredPrograms.GitIn(root, "checkout", "--quiet", "main");
        MeasuredPrograms.CommitStagedIn(root, "since then", "--allow-empty");
        var main = repository.Commit("main");
        MeasuredPrograms.GitIn(root, "checkout", "--quiet", "--orphan", "unrelated");
        MeasuredPrograms.CommitStagedIn(root, "of another root", "--allow-empty");
        var unrelated = repository.Commit("unrelated");

        Assert.Null(repository.MergeBase(main));
        MeasuredPrograms.GitIn(root, "checkout", "--quiet", "own");
        Assert.Equal((parted, parted, null), (repository.MergeBase(main), repository.MergeBase(parted), repository.MergeBase(unrelated)));
        Assert.Equal(repository.Commit("own"), repository.MergeBase("own"));
    }

    [Fact]
    public void The_work_tree_is_named_by_its_commit_and_whether_it_has_changes()
    {
        File.WriteAllText(Path.Combine(root, "a"), "1");
        MeasuredPrograms.GitIn(root, "add", "a");
        var repository = Repository.Find(root, TestContext.Current.CancellationToken);
        Assert.Equal(repository.Commit("main")[..12] + " with changes", repository.DescribeWorkTree());
        Assert.Contains("git finds no commit 'gone'", Assert.Throws<RunnerException>(() => repository.Commit("gone")).Message);
    }

    [Fact]
    public void Without_a_commit_the_message_says_so()
    {
        MeasuredPrograms.GitIn(root, "checkout", "--quiet", "--orphan", "empty");
        var repository = Repository.Find(root, TestContext.Current.CancellationToken);

        var message = Assert.Throws<RunnerException>(() => repository.Commit("HEAD")).Message;

        Assert.Equal("git finds no commit 'HEAD' here: HEAD has no commit yet. Make one with git commit.", message);
    }

    [Theory]
    [InlineData("New.cs", true)]
    [InlineData("App/New.CS", true)]
    [InlineData("App/Directory.Build.props", true)]
    [InlineData("nuget.config", true)]
    [InlineData("ignored/New.cs", false)]
    [InlineData("App/obj/App.AssemblyInfo.cs", false)]
    [InlineData("part-1/bench-results.json", false)]
    [InlineData("report.md", false)]
    public void A_file_that_git_does_not_know_is_a_change_where_a_build_reads_it(string file, bool isChange)
    {
        File.WriteAllText(Path.Combine(root, ".gitignore"), "ignored/");
        MeasuredPrograms.GitIn(root, "add", ".gitignore");
        MeasuredPrograms.CommitStagedIn(root, "what is ignored");
        var repository = Repository.Find(root, TestContext.Current.CancellationToken);
        var clean = (repository.DescribeWorkTree(), WorkTreeState.OfChanges(repository));
        var path = Path.Combine(root, file);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);

        File.WriteAllText(path, "1");
        var first = (repository.DescribeWorkTree(), WorkTreeState.OfChanges(repository));
        File.WriteAllText(path, "2");
        var second = WorkTreeState.OfChanges(repository);

        Assert.Equal((repository.Commit("main")[..12], null), clean);
        Assert.Equal(isChange ? clean.Item1 + " with changes" : clean.Item1, first.Item1);
        Assert.Equal(isChange, first.Item2 is not null);
        Assert.Equal(isChange, first.Item2 != second);
    }
}

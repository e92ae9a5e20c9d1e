namespace Bench.Runner.Tests;

/// <summary>Checkouts beside a repository, which must not know of them afterwards.</summary>
[Trait("Category", "Process")]
public sealed class RepositoryTests : IDisposable
{
    private readonly Folder folder = new();
    private readonly string root;

    public RepositoryTests()
    {
        root = Path.Combine(folder.Root, "repository");
        MeasuredPrograms.GitIn(root, "init", "--quiet", "--initial-branch=main");
        MeasuredPrograms.CommitStagedIn(root, "first", "--allow-empty");
    }

    public void Dispose() => folder.Dispose();

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
            // As git leaves it when it is killed while it checks out.
            MeasuredPrograms.GitIn(root, "worktree", "lock", "--reason", "initializing", checkout);
            File.Delete(Path.Combine(checkout, ".git"));
        }

        repository.RemoveWorktree(checkout);

        Assert.False(Directory.Exists(checkout));
        Assert.Single(MeasuredPrograms.GitIn(root, "worktree", "list").Split('\n', StringSplitOptions.RemoveEmptyEntries));
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
        Assert.Contains("git knows no commit 'gone'", Assert.Throws<RunnerException>(() => repository.Commit("gone")).Message);
    }
}

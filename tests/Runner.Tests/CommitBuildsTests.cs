namespace Bench.Runner.Tests;

[Trait("Category", "Process")]
public sealed class CommitBuildsTests : FolderTests
{
    private readonly Repository repository;
    private readonly PathCommit commit;

    public CommitBuildsTests()
    {
        folder.Git("init", "--quiet", "--initial-branch=main");
        foreach (var message in new[] { "good", "between", "bad" })
            MeasuredPrograms.CommitStagedIn(folder.Root, message, "--allow-empty");
        repository = Repository.Find(folder.Root, TestContext.Current.CancellationToken);
        commit = new PathCommit(repository.Commit("HEAD~1"), "", "", "between");
    }

    [Fact]
    public void What_has_no_project_does_not_build()
    {
        var (ended, failure) = Build(1000, 1000, 1000);
        Assert.Null(ended);
        Assert.Equal("it has no project App/App.csproj", failure);
    }

    [Theory]
    [InlineData("before a build", 1000L, 5L)]
    [InlineData("in a build", 1000L, 1000L, 5L)]
    public void A_full_disk_ends_the_search_and_no_commit_is_blamed(string when, params long[] megabytesLeft)
    {
        var (ended, failure) = Build(megabytesLeft);
        Assert.True(ended is { Message: var message } && message.Contains("has only 5 MB left", StringComparison.Ordinal), when);
        Assert.Null(failure);
    }

    /// <returns>The exception, and what is known about the commit afterwards.</returns>
    private (Exception? Ended, string? Failure) Build(params long[] megabytesLeft)
    {
        var left = new Queue<long>(megabytesLeft);
        using var journal = BisectJournal.Open(Path.Combine(folder.Root, "journal"), "settings");
        using var workspace = new Workspace(repository, left.Dequeue);
        var builds = new CommitBuilds(
            repository,
            workspace,
            TestBuilds.WithoutCache,
            "App/App.csproj",
            null,
            [],
            (new PathCommit(repository.Commit("HEAD~2"), "", "", ""), new PathCommit(repository.Commit("HEAD"), "", "", "")),
            journal
        );
        var ended = Record.Exception(() => Assert.Null(builds.Of(commit, TestContext.Current.CancellationToken)));
        return (ended, journal.FailureOf(commit));
    }
}

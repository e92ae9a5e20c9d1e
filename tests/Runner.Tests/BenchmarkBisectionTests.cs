namespace Bench.Runner.Tests;

[Trait("Category", "Process")]
public sealed class BenchmarkBisectionTests : FolderTests
{
    private static readonly BenchmarkId Benchmark = new("N.T.A", JobTraits.Default);
    private readonly Repository repository;
    private readonly IReadOnlyList<PathCommit> main;
    private readonly IReadOnlyList<PathCommit> side;

    public BenchmarkBisectionTests()
    {
        folder.Git("init", "--quiet", "--initial-branch=main");
        Commit("good");
        folder.Git("checkout", "--quiet", "-b", "side");
        Commit("on a branch");
        folder.Git("checkout", "--quiet", "main");
        folder.Git("-c", "user.name=t", "-c", "user.email=t@localhost", "merge", "--quiet", "--no-ff", "-m", "the merge", "side");
        repository = Repository.Find(folder.Root, TestContext.Current.CancellationToken);
        main = Between("main~1", "main");
        side = Between("main~1", "side");
    }

    [Theory]
    [InlineData(null, null, null)]
    [InlineData("it throws", null, "at BEFORE: it throws")]
    [InlineData(null, "it throws", "at AFTER: it throws")]
    [InlineData("it throws", "it throws", "at both: it throws")]
    [InlineData("it throws", "it hangs", "at BEFORE: it throws, at AFTER: it hangs")]
    public void What_fails_says_at_which_commit(string? before, string? after, string? expected) =>
        Assert.Equal(
            expected?.Replace("BEFORE", main[0].Name, StringComparison.Ordinal).Replace("AFTER", main[^1].Name, StringComparison.Ordinal),
            BenchmarkBisection.FailureOf(main[0], before, main[^1], after)
        );

    [Theory]
    [InlineData(1.40, 1.08, 0.01, "on a branch, the merge")]
    [InlineData(1.08, 1.08, 0.01, "on a branch")]
    [InlineData(1.08, 1.06, 0.005, "on a branch")]
    // Decided early, because the change is large.
    [InlineData(1.40, 1.40, 0.28, "on a branch")]
    [InlineData(1.40, 1.00, 0.01, "the merge")]
    [InlineData(1.40, 0.80, 0.01, "on a branch, the merge")]
    [InlineData(0.80, 1.40, 0.01, "on a branch, the merge")]
    public void A_merge_is_named_as_well_unless_its_branch_explains_it(double merge, double branch, double half, string expected)
    {
        var steps = Search(0.05, Time(merge), Time(branch));
        Assert.Equal(expected, string.Join(", ", steps.Select(step => step.After.Subject)));
        Assert.Equal(expected.Contains(','), steps[^1].IsBesideBranches);
        CommitComparison Time(double ratio) => new(Math.Log(ratio), Math.Log(ratio) - half, Math.Log(ratio) + half, 3);
    }

    [Theory]
    [InlineData(152, 88, 152, "on a branch")]
    [InlineData(154, 88, 152, "on a branch")]
    [InlineData(152, 88, 96, "on a branch, the merge")]
    [InlineData(152, 88, 0, "on a branch, the merge")]
    public void Of_bytes_it_is_their_difference_that_is_explained(double merge, double before, double branch, string expected)
    {
        var steps = Search(null, Bytes(merge), Bytes(branch));
        Assert.Equal(expected, string.Join(", ", steps.Select(step => step.After.Subject)));
        CommitComparison Bytes(double after)
        {
            var ratio = Math.Log((after + 1) / (before + 1));
            return new CommitComparison(ratio, ratio, ratio, 1, before, after);
        }
    }

    /// <summary>It is as large as the margin, so no comparison shows it to exceed the margin.</summary>
    [Fact]
    public void A_branch_that_changed_by_the_margin_is_searched()
    {
        var steps = Search(0.05, new CommitComparison(0.07, 0.05, 0.09, 16), new CommitComparison(0.0488, 0.02, 0.078, 16));
        Assert.Equal("on a branch", Assert.Single(steps).After.Subject);
    }

    [Theory]
    [InlineData(null, "it does not build")]
    [InlineData(0.02, "the measurement there was not decided")]
    public void A_branch_that_says_nothing_leaves_the_merge_open(double? branch, string reason)
    {
        var known = branch is { } log
            ? new KnownComparison(new CommitComparison(log, log - 0.1, log + 0.1, 16))
            : new KnownComparison(Reason: reason);
        var found = Find(new Margin(0.05, 0), new CommitComparison(0.3, 0.28, 0.32, 4), known);
        var step = Assert.Single(found.Steps);
        Assert.Equal(("the merge", false, false), (step.After.Subject, step.IsAnswer, found.IsAnswered));
        Assert.Equal(("on a branch", reason), (Assert.Single(step.Unsearched).Tip.Subject, step.Unsearched[0].Reason));
    }

    [Fact]
    public void A_branch_that_has_nothing_in_common_with_the_way_leaves_the_merge_open()
    {
        folder.Git("checkout", "--quiet", "--orphan", "other");
        Commit("of another repository");
        folder.Git("checkout", "--quiet", "main");
        folder.Git([
            .. "-c user.name=t -c user.email=t@localhost merge --quiet --no-ff --allow-unrelated-histories -m taken-in other".Split(' '),
        ]);
        var way = Between("main~1", "main");
        using var journal = Journal((way[0], way[1], new KnownComparison(new CommitComparison(0.3, 0.28, 0.32, 4))));

        var step = Assert.Single(Find(way, _ => true, new Margin(0.05, 0), journal, null!).Steps);

        Assert.Equal(("taken-in", false), (step.After.Subject, step.IsAnswer));
        Assert.Equal(
            ("of another repository", $"it has no commit in common with {way[0].Name}"),
            (Assert.Single(step.Unsearched).Tip.Subject, step.Unsearched[0].Reason)
        );
    }

    [Theory]
    [InlineData(0.6, 0.83, true)]
    [InlineData(60, 0.05, false)]
    public void What_is_within_the_noise_floor_is_no_difference(double nanoseconds, double margin, bool isOfNoiseFloor)
    {
        var whole = new CommitComparison(0.22, 0.2, 0.24, 4, NanosecondsBefore: nanoseconds);
        var found = Find(Margin.Default, whole, new KnownComparison(CommitComparison.Same));
        Assert.Equal(isOfNoiseFloor, found.Steps.Count == 0);
        Assert.True(found.IsAnswered);
        Assert.Equal(margin, found.Margin, 0.005);
        Assert.Equal(isOfNoiseFloor, found.IsOfNoiseFloor);
    }

    /// <summary>A continued search, which has compared its ends before.</summary>
    [Fact]
    public void An_end_that_does_not_build_any_more_is_no_failure_of_the_commits_between()
    {
        var way = Way("between", "bad");
        using var journal = Journal((way[0], way[^1], new KnownComparison(new CommitComparison(0.3, 0.28, 0.32, 4))));
        using var workspace = new Workspace(repository);
        var builds = new CommitBuilds(
            repository,
            workspace,
            TestBuilds.WithoutCache,
            "App/App.csproj",
            null,
            [],
            (way[0], way[^1]),
            journal
        );

        var failure = Assert.Throws<RunnerException>(() => Find(way, _ => true, new Margin(0.05, 0), journal, builds));

        Assert.Equal($"{way[0].Name} cannot be measured: it has no project App/App.csproj", failure.Message);
        Assert.Empty(builds.Failures);
    }

    /// <summary>For instance a commit that adds what the broken one lacked, outside the program's projects.</summary>
    [Fact]
    public void Where_the_commit_before_runs_the_same_code_those_that_say_nothing_are_not_named()
    {
        var way = Way("broken.cs", "page.md", "bad.cs");
        var nothing = new KnownComparison(Reason: "it does not build");
        using var journal = Journal(
            (way[0], way[^1], new KnownComparison(new CommitComparison(0.3, 0.28, 0.32, 4))),
            (way[0], way[1], nothing),
            (way[1], way[^1], nothing),
            (way[0], way[2], new KnownComparison(CommitComparison.Same, IsProven: true))
        );

        var found = Find(way, file => file.EndsWith(".cs", StringComparison.Ordinal), new Margin(0.05, 0), journal, null!);

        var step = Assert.Single(found.Steps);
        Assert.Equal(("bad.cs", true), (step.After.Subject, step.IsAnswer));
        Assert.Equal("broken.cs", Assert.Single(found.Skipped).Key.Subject);
    }

    private IReadOnlyList<BisectedStep> Search(double? margin, CommitComparison merge, CommitComparison branch) =>
        Find(margin is { } relative ? new Margin(relative, 0) : null, merge, new KnownComparison(branch)).Steps;

    private BisectedBenchmark Find(Margin? margin, CommitComparison merge, KnownComparison branch)
    {
        using var journal = Journal((main[0], main[^1], new KnownComparison(merge)), (side[0], side[^1], branch));
        return Find(main, _ => true, margin, journal, null!);
    }

    private BisectedBenchmark Find(
        IReadOnlyList<PathCommit> way,
        Func<string, bool> isSource,
        Margin? margin,
        BisectJournal journal,
        CommitBuilds builds
    ) =>
        new BenchmarkBisection(
            new SearchedBenchmark(Benchmark, Benchmark),
            margin,
            new BisectHistory(repository, way, isSource, isIntoMerged: true),
            builds,
            null!,
            journal,
            new ErrorBudget(0.05, 1, 1),
            _ => { },
            TestContext.Current.CancellationToken
        ).Search();

    private BisectJournal Journal(params (PathCommit Before, PathCommit After, KnownComparison Known)[] comparisons)
    {
        var journal = BisectJournal.Open(Path.Combine(folder.Root, "journal"), "settings");
        foreach (var (before, after, known) in comparisons)
            journal.Add(Benchmark, before, after, known);
        return journal;
    }

    /// <summary>Commits on top of the merge; each changes a file with the commit's name.</summary>
    private IReadOnlyList<PathCommit> Way(params string[] files)
    {
        foreach (var file in files)
        {
            folder.Write(file, file);
            folder.Git("add", file);
            MeasuredPrograms.CommitStagedIn(folder.Root, file);
        }
        return Between($"main~{files.Length}", "main");
    }

    private void Commit(string message) => MeasuredPrograms.CommitStagedIn(folder.Root, message, "--allow-empty");

    private IReadOnlyList<PathCommit> Between(string good, string bad) =>
        CommitPath.Between(repository, repository.Commit(good), repository.Commit(bad));
}

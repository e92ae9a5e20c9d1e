using Bench.Cli.Bisect;
using Bench.Results;
using Bench.Runner;

namespace Bench.Tests;

public sealed class BisectReportTests
{
    private static readonly BisectHistory History = new(
        null!,
        [new PathCommit("0123456789abcdef", "", "", ""), new PathCommit("fedcba9876543210", "", "", "")],
        _ => true,
        isIntoMerged: false
    );

    [Fact]
    public void Ends_that_stay_open_are_undecided_and_no_answer()
    {
        var benchmark = Answered(new CommitComparison(Math.Log(1.06), Math.Log(1.03), Math.Log(1.091), 16)) with { Margin = 0.05 };

        var page = BisectReport.Render([benchmark], [], History, false, "");

        Assert.False(benchmark.IsAnswered);
        Assert.Contains("**Undecided**: fedcba987654 is 1.060x (1.030-1.091) of 0123456789ab after 16 replicates", page);
        Assert.Contains("With `--margin 9.1%`, it would not count as a change; with `--margin 3%`, it would", page);
        Assert.DoesNotContain("No difference", page);
        Assert.True((benchmark with { Whole = new CommitComparison(0.01, -0.01, 0.03, 4) }).IsAnswered);

        Assert.Contains(
            "With a rule with a margin of 9.1%, it would not count as a change; with a rule with a margin of 3%, it would.",
            BisectReport.Render([benchmark with { IsMarginOfRule = true }], [], History, false, "")
        );
        // Below the noise floor a smaller margin decides nothing.
        Assert.Contains(
            "With `--margin 9.1%`, it would not count as a change.",
            BisectReport.Render([benchmark with { IsOfNoiseFloor = true }], [], History, false, "")
        );
    }

    [Theory]
    [Trait("Category", "Process")]
    [InlineData(1, 1, ": 1 commit. Time")]
    [InlineData(2, 1, ": 2 commits, 1 of which changes no file of the program's projects. Time")]
    [InlineData(3, 1, ": 3 commits, 2 of which change no file of the program's projects. Time")]
    public void One_commit_is_no_commits(int all, int related, string expected)
    {
        using var folder = new Folder();
        folder.Git("init", "--quiet", "--initial-branch=main");
        for (var i = 0; i <= all; i++)
        {
            folder.Write(i <= all - related && i > 0 ? "notes.md" : "App.cs", $"{i}");
            folder.Commit($"{i}");
        }

        var token = TestContext.Current.CancellationToken;
        var repository = Repository.Find(folder.Root, token);
        var way = CommitPath.Between(repository, repository.Commit($"HEAD~{all}"), repository.Commit("HEAD"));
        var history = new BisectHistory(repository, way, file => file == "App.cs", isIntoMerged: false);

        Assert.Contains(expected, BisectReport.Render([Answered(CommitComparison.Same)], [], history, false, ""));
    }

    [Theory]
    [InlineData(88, 88, "No difference: 88 B.")]
    [InlineData(88, 90, "No difference: 88 B and 90 B.")]
    [InlineData(0, 0, "No difference: 0 B.")]
    [InlineData(12460, 12444.5, "No difference: 12,460 B and 12,444.5 B.")]
    public void Bytes_that_were_counted_and_are_equal_are_named_and_are_no_same_code(double before, double after, string expected)
    {
        var page = BisectReport.Render([Answered(new CommitComparison(0, 0, 0, 1, before, after))], [], History, true, "");

        Assert.Contains(expected, page);
        Assert.DoesNotContain("same code", page);
    }

    [Theory]
    [InlineData("Old.T.A")]
    [InlineData(null)]
    public void A_change_is_explained_by_the_name_that_the_benchmark_had_then(string? name)
    {
        var change = new CommitComparison(0.2, 0.18, 0.22, 4);
        var step = new BisectedStep(History.Good, History.Bad, [], change, IsDecided: true, null, name, IsBesideBranches: false, []);

        var page = BisectReport.Render([Answered(change) with { Steps = [step] }], [], History, false, " --framework net10.0");

        Assert.Contains("**fedcba987654**", page);
        Assert.Equal(
            name is not null,
            page.Contains(
                "&& bench explain Old.T.A --baseline 0123456789ab --baseline-exact --framework net10.0\n```",
                StringComparison.Ordinal
            )
        );
        Assert.Equal(name is not null, page.Contains("bench explain", StringComparison.Ordinal));
    }

    [Fact]
    public void What_is_left_open_beside_a_commit_is_named()
    {
        var change = new CommitComparison(0.2, 0.18, 0.22, 4);
        var tip = new PathCommit("1111111111111111", "", "", "");
        var step = new BisectedStep(History.Good, History.Bad, [], change, true, null, null, false, [(tip, "it does not build")]);
        var benchmark = Answered(change) with
        {
            Margin = 0.833,
            IsOfNoiseFloor = true,
            Steps = [step],
            NotExcluded = [new OpenRange(tip, History.Bad, 3, new CommitComparison(0, -0.1, 0.1, 16))],
        };

        var page = BisectReport.Render([benchmark], [], History, false, "");

        Assert.False(benchmark.IsAnswered);
        Assert.True((benchmark with { Steps = [step with { Unsearched = [] }] }).IsAnswered);
        Assert.Contains("Time, margin 83.3% by the noise floor.", page);
        Assert.Contains("- or a commit of the merged branch of 111111111111, which was not searched: it does not build", page);
        Assert.Contains("Another change is possible: fedcba987654 is 1.000x (0.905-1.105) of 111111111111, 3 commits.", page);
    }

    [Fact]
    public void What_was_asked_for_and_is_not_searched_is_named_with_its_reason()
    {
        NotSearched[] leftOut = [new("'*Typo*'", "matches no benchmark at either end"), new("N.T.B", "only fedcba987654 has it")];

        var page = BisectReport.Render([Answered(CommitComparison.Same)], leftOut, History, false, "");

        Assert.Contains(@"Not searched: '\*Typo\*' (matches no benchmark at either end); N.T.B (only fedcba987654 has it).", page);
    }

    private static BisectedBenchmark Answered(CommitComparison whole) =>
        new(new BenchmarkId("N.T.A", JobTraits.Default), 0, false, whole, [], [], new Dictionary<PathCommit, string>(), (1, 0), null);
}

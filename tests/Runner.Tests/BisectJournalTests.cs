namespace Bench.Runner.Tests;

public sealed class BisectJournalTests : IDisposable
{
    private static readonly BenchmarkId Benchmark = new("N.T.A(Size: 1)", JobTraits.Restore("Runtime=.NET 10.0", "LaunchCount=3"));
    private static readonly BisectSelection One = new([new(Benchmark, Benchmark)], []);
    private static readonly PathCommit Good = new("0123456789abcdef", "", "", "");
    private static readonly PathCommit Broken = new("fedcba9876543210", "", "", "");
    private static readonly PathCommit WorkTree = new(null, "", "", "");
    private readonly string folder = Directory.CreateTempSubdirectory("bench-tests-").FullName;

    public void Dispose()
    {
        if (Directory.Exists(folder))
            Directory.Delete(folder, recursive: true);
    }

    [Fact]
    public void What_was_found_is_there_again()
    {
        var measured = new KnownComparison(
            new CommitComparison(0.1, 0.08, 0.12, 6),
            Change: "N.T.Helper() changed",
            Name: "N.T.A(Size: 1)"
        );
        var same = new KnownComparison(CommitComparison.Same, IsProven: true);
        using (var first = Open("settings"))
        {
            first.Add(
                new BisectSelection(
                    [new(Benchmark, Benchmark), new(new("Old.T.B", JobTraits.Default), new("N.T.B", JobTraits.Default))],
                    [new NotSearched("N.T.New", "only the work tree has it")]
                )
            );
            first.Add(Benchmark, Good, WorkTree, measured);
            first.Add(Benchmark, Broken, WorkTree, same);
        }

        using var again = Open("settings");

        Assert.Equal(2, again.Count);
        var (benchmarks, leftOut) = again.Selection!;
        Assert.Equal(["N.T.A(Size: 1)", "Old.T.B"], benchmarks.Select(benchmark => benchmark.Good.FullName));
        Assert.Equal(["N.T.A(Size: 1)", "N.T.B"], benchmarks.Select(benchmark => benchmark.Bad.FullName));
        Assert.Equal(new SearchedBenchmark(Benchmark, Benchmark), benchmarks[0]);
        Assert.Equal([new NotSearched("N.T.New", "only the work tree has it")], leftOut);
        Assert.Equal(measured, again.Find(Benchmark, Good, WorkTree));
        Assert.Equal(same, again.Find(Benchmark, Broken, WorkTree));
        Assert.Null(again.Find(Benchmark, WorkTree, Good));
    }

    [Fact]
    public void What_failed_is_tried_once_more_and_then_no_more()
    {
        var nothing = new KnownComparison(Reason: "it does not start");
        for (var attempt = 0; attempt < 2; attempt++)
        {
            using var journal = Open("settings");
            Assert.Null(journal.FailureOf(Broken));
            Assert.Null(journal.Find(Benchmark, Good, Broken));
            journal.Add(Broken, "it does not build");
            journal.Add(Benchmark, Good, Broken, nothing);
            Assert.Equal("it does not build", journal.FailureOf(Broken));
            Assert.Equal(nothing, journal.Find(Benchmark, Good, Broken));
        }

        using var last = Open("settings");

        Assert.Equal("it does not build", last.FailureOf(Broken));
        Assert.Equal(nothing, last.Find(Benchmark, Good, Broken));
        Assert.Null(last.FailureOf(Good));
    }

    [Fact]
    public void What_failed_and_was_measured_then_is_what_was_measured()
    {
        var measured = new KnownComparison(new CommitComparison(0.1, 0.08, 0.12, 6));
        using (var first = Open("settings"))
            first.Add(Benchmark, Good, Broken, new KnownComparison(Reason: "it does not start"));
        using (var second = Open("settings"))
            second.Add(Benchmark, Good, Broken, measured);
        using var last = Open("settings");
        Assert.Equal(measured, last.Find(Benchmark, Good, Broken));
    }

    [Fact]
    public void Of_other_commits_or_settings_nothing_is_taken_and_theirs_stays()
    {
        using (var first = Open("settings"))
        {
            first.Add(One);
            first.Add(Benchmark, Good, WorkTree, new KnownComparison(CommitComparison.Same, IsProven: true));
        }

        using (var other = Open("other settings"))
        {
            Assert.Equal(0, other.Count);
            other.Remove();
        }

        using var back = Open("settings");
        Assert.Equal(1, back.Count);
        Assert.NotNull(back.Selection);
    }

    [Fact]
    public void The_same_search_at_the_same_time_is_refused_and_another_is_not()
    {
        using (var first = Open("settings"))
        {
            Assert.Contains("the same search is already running", Assert.Throws<RunnerException>(() => Open("settings")).Message);
            using var other = Open("other settings");
            first.Add(One);
        }

        using var next = Open("settings");
        Assert.NotNull(next.Selection);
        Assert.Equal(2, Directory.GetFiles(folder).Length);
    }

    /// <summary>Only the process that holds the journal reports that it is running.</summary>
    [Fact]
    public void What_no_search_has_written_is_named_and_stays()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "/dev/zero");
        File.CreateSymbolicLink(FileName, "/dev/zero");
        var failure = Assert.Throws<RunnerException>(() => Open("settings"));
        Assert.Equal($"{FileName} is not from an interrupted search. Delete it to start again.", failure.Message);
        Assert.Equal([FileName], Directory.GetFiles(folder));
    }

    [Fact]
    public void What_a_killed_search_left_behind_is_in_nobodys_way()
    {
        File.WriteAllText(Path.ChangeExtension(FileName, ".lock"), "");
        using (Open("settings")) { }
        Assert.False(Directory.Exists(folder));
    }

    [Theory]
    [InlineData("{\"benchmark\":{\"na")]
    [InlineData("null")]
    [InlineData("{\"benchmark\":{\"name\":\"a\"},\"comparison\":{}}")]
    [InlineData("""{"benchmark":{"name":null,"what":"","length":""},"comparison":{"reason":"it does not start"}}""")]
    [InlineData("""{"benchmark":{"name":"a","what":null,"length":""},"comparison":{"reason":"it does not start"}}""")]
    [InlineData("""{"benchmark":{"name":"a","what":"","length":""},"comparison":{}}""")]
    [InlineData("""{"benchmarks":null,"comparison":{}}""")]
    [InlineData("""{"benchmarks":[null]}""")]
    [InlineData("""{"benchmarks":[{"good":null,"bad":{"name":"a","what":"","length":""}}]}""")]
    [InlineData("""{"benchmarks":[{"good":{"name":"a","what":"","length":""},"bad":null}]}""")]
    [InlineData("""{"benchmarks":[],"leftOut":[null]}""")]
    [InlineData("""{"benchmarks":[],"leftOut":[{"name":null,"reason":"it is new"}]}""")]
    [InlineData("""{"benchmark":{"name":"a","what":"","length":""},"comparison":{"result":null}}""")]
    [InlineData(
        """{"benchmark":{"name":"a","what":"","length":""},"comparison":{"result":{"logRatio":1e308,"lower":1e308,"upper":1e308,"replicates":3}}}"""
    )]
    [InlineData(
        """{"benchmark":{"name":"a","what":"","length":""},"comparison":{"result":{"logRatio":1e999,"lower":1,"upper":1e999,"replicates":3}}}"""
    )]
    [InlineData(
        """{"benchmark":{"name":"a","what":"","length":""},"comparison":{"result":{"logRatio":NaN,"lower":1,"upper":2,"replicates":3}}}"""
    )]
    [InlineData(
        """{"benchmark":{"name":"a","what":"","length":""},"comparison":{"result":{"logRatio":"NaN","lower":1,"upper":2,"replicates":3}}}"""
    )]
    public void What_was_cut_off_is_dropped_and_what_comes_next_is_kept(string damage)
    {
        var comparison = new KnownComparison(new CommitComparison(0.1, 0.08, 0.12, 6));
        using (var first = Open("settings"))
            first.Add(Benchmark, Good, WorkTree, comparison);
        File.AppendAllText(FileName, damage);
        using (var again = Open("settings"))
        {
            Assert.Equal((1, null), (again.Count, again.Selection));
            again.Add(Benchmark, Good, Broken, comparison);
        }

        using var last = Open("settings");

        Assert.Equal(2, last.Count);
        Assert.Equal(comparison, last.Find(Benchmark, Good, Broken));
    }

    [Theory]
    [InlineData("")]
    [InlineData("no JSON\n")]
    [InlineData("{}\n")]
    [InlineData("[]\n")]
    public void A_file_that_is_none_is_begun_anew(string text)
    {
        File.WriteAllText(FileName, text);

        using (var first = Open("settings"))
        {
            Assert.Equal(0, first.Count);
            first.Add(One);
        }

        using var again = Open("settings");
        Assert.NotNull(again.Selection);
    }

    [Fact]
    public void Why_the_work_tree_does_not_build_is_not_kept()
    {
        using (var first = Open("settings"))
        {
            first.Add(One);
            first.Add(WorkTree, "it does not build");
        }
        using var again = Open("settings");
        Assert.Null(again.FailureOf(WorkTree));
    }

    [Fact]
    public void In_the_end_nothing_stays()
    {
        using var journal = BisectJournal.Open(Path.Combine(folder, "deeper"), "settings");
        journal.Add(One);
        journal.Remove();
        Assert.Empty(Directory.EnumerateFileSystemEntries(folder));
    }

    [Fact]
    public void What_knows_nothing_does_not_stay()
    {
        using (Open("settings")) { }
        Assert.False(File.Exists(FileName));
        using (var journal = Open("settings"))
            journal.Add(Broken, "it does not build");
        Assert.True(File.Exists(FileName));
    }

    [Fact]
    public void A_folder_that_can_not_be_written_is_one_line()
    {
        File.WriteAllText(FileName, "");
        var failure = Assert.Throws<RunnerException>(() => BisectJournal.Open(FileName, "settings"));
        Assert.Contains("cannot be written", failure.Message);
    }

    private string FileName => BisectJournal.PathOf(folder, "settings");

    private BisectJournal Open(string of) => BisectJournal.Open(folder, of);
}

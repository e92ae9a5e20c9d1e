namespace Bench.Tests;

[Trait("Category", "Process")]
public sealed class GatePartsTests : IDisposable
{
    private static readonly string[] Before = [.. Enumerable.Range(0, 8).Select(i => FormattableString.Invariant($"N.Rows.R{i} = 100 ns"))];

    private readonly MadeUpRepository repository = new(Before);

    public void Dispose() => repository.Dispose();

    [Fact]
    public void Shards_together_are_the_whole_check()
    {
        repository.WriteBenchmarks([.. Before[1..], "N.Rows.R0 = 150 ns"]);
        var whole = Gate("--artifacts whole --measure-same-code");
        BenchProgram.Finished[] shards =
        [
            .. Enumerable.Range(1, 2).Select(i => Gate("--artifacts", $"part-{i}", "--shard", $"{i}/2", "--measure-same-code")),
        ];
        var slow = GateRun.PartOf(new BenchmarkId("N.Rows.R0", JobTraits.Default), 2);

        var merged = repository.Run("merge part-1 part-2 --artifacts merged");
        var lone = repository.Run("merge part-1 --artifacts lone");

        Assert.Equal((1, 1, 2), (whole.ExitCode, merged.ExitCode, lone.ExitCode));
        Assert.Equal([slow == 1 ? 1 : 0, slow == 2 ? 1 : 0], shards.Select(shard => shard.ExitCode));
        Assert.Contains("shard 2/2 is missing", lone.Message);
        Assert.Equal(Names("whole"), Names("merged"));
        Assert.Empty(Names("part-1").Intersect(Names("part-2")));
        Assert.Contains("1 benchmark is slower", merged.Text);

        string[] Names(string results) => [.. repository.Figures(results).Benchmarks.Select(benchmark => benchmark.Id.FullName).Order()];
    }

    [Fact]
    public void A_shard_without_benchmarks_has_nothing_to_complain_of()
    {
        const string benchmark = "N.Rows.R0";
        var other = 3 - GateRun.PartOf(new BenchmarkId(benchmark, JobTraits.Default), 2);

        var run = Gate("--filter", benchmark, "--shard", FormattableString.Invariant($"{other}/2"), "--replicate 2/3");

        Assert.Equal(0, run.ExitCode);
        Assert.Contains("No benchmark is in this shard", run.Output);
        var figures = repository.Figures();
        Assert.Empty(figures.Benchmarks);
        Assert.Equal((new Shard(other, 2), new CheckReplicate(2, 3)), (figures.Checks[0].Shard, figures.Checks[0].Replicate));
        // Merge names it if a change depends on the machine.
        Assert.Equal(ThisProcessor.Instance.Name, Assert.Single(figures.Environments).Processor);
    }

    [Fact]
    public void A_regression_that_all_machines_show_fails_the_merged_replicates()
    {
        repository.WriteBenchmarks([.. Before[1..], "N.Rows.R0 = 150 ns"]);
        foreach (var i in new[] { 1, 2 })
            Gate("--artifacts", $"machine-{i}", "--replicate", $"{i}/2");
        Assert.Equal(1, repository.Run("merge machine-1 machine-2 --artifacts merged").ExitCode);
        Assert.Equal(new CheckReplicate(1, 2), Assert.Single(repository.Figures("machine-1").Checks).Replicate);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(9)]
    [InlineData(12)]
    public void Interrupted_in_a_pair_what_was_measured_is_kept(int pair)
    {
        using var cancellation = new CancellationTokenSource();
        repository.Programs.OnPair = number =>
        {
            if (number == pair)
                cancellation.Cancel();
        };

        var run = repository.Run(cancellation.Token, "gate --baseline HEAD --measure-same-code");

        Assert.Equal(130, run.ExitCode);
        Assert.Contains("Interrupted", run.Output);
        Assert.Equal(pair, repository.Programs.MeasuredPairs);
        Assert.Contains("partial", File.ReadAllText(Path.Combine(repository.Results, "report.md")));
        var figures = repository.Figures();
        var check = Assert.Single(figures.Checks);
        Assert.Equal("it was interrupted", check.Partial);
        Assert.Contains(repository.Hash("HEAD"), check.Candidate);
        // The first eight pairs are one half of each replicate.
        Assert.Equal(Math.Max(0, pair - 9), figures.Benchmarks.Sum(benchmark => benchmark.Replicates.Count));
    }

    [Fact]
    public void Interrupted_before_anything_was_measured_an_earlier_result_stays()
    {
        using var cancellation = new CancellationTokenSource();
        repository.Write($"{CheckFolder.Default}/{CheckFolder.Figures}", "earlier");
        repository.Programs.OnPair = _ => cancellation.Cancel();
        Assert.Equal(130, repository.Run(cancellation.Token, "gate --baseline HEAD --measure-same-code").ExitCode);
        Assert.Equal("earlier", File.ReadAllText(Path.Combine(repository.Results, CheckFolder.Figures)));
        Assert.Equal([CheckFolder.Figures], Directory.EnumerateFiles(repository.Results).Select(Path.GetFileName));
    }

    [Fact]
    public void Interrupted_while_allocation_is_counted_what_was_counted_is_kept()
    {
        using var cancellation = new CancellationTokenSource();
        repository.Programs.OnPair = number =>
        {
            if (number == 4)
                cancellation.Cancel();
        };

        var run = repository.Run(cancellation.Token, "gate --baseline HEAD --measure-same-code --allocation-only");

        Assert.Equal(130, run.ExitCode);
        Assert.Equal(3, repository.Figures().Benchmarks.Count(benchmark => benchmark.AllocatedBytes.Count > 0));
    }

    private BenchProgram.Finished Gate(params string[] arguments) => repository.Run(["gate --baseline HEAD", .. arguments]);
}

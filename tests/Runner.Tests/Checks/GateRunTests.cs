using Bench.Comparison;
using Bench.Results;
using Bench.Runner;
using Bench.Statistics;
using FsCheck;
using FsCheck.Fluent;

namespace Bench.Runner.Tests;

/// <summary>What a check measures, and what becomes of rows that one side lacks, that fail, or for which there is no time.</summary>
[Trait("Category", "Process")]
[Collection(MeasuringTests.Name)]
public sealed class GateRunTests(MeasuredPrograms programs)
{
    // So short a measurement says nothing of time.
    private static readonly Settings OfAllocationOnly = new() { Margin = new Margin(9, 0.5) };

    [Fact]
    public void Eight_bytes_more_fail_and_as_many_do_not()
    {
        var run = Run(programs.Candidate, new GateSettings { Filter = new RowFilter(["*AllocatingRows*"], []), Rows = OfAllocationOnly, Measurement = Brief.Measurement, Seed = 1 });

        var comparison = Compare(run);

        var rows = comparison.Rows.ToDictionary(row => row.Name);
        var grown = rows["Fixture.AllocatingRows.Allocates"];
        Assert.Equal((88, 96, Verdict.Regressed), (grown.Allocation!.BaselineBytes, grown.Allocation.CandidateBytes, grown.Allocation.Verdict));
        Assert.True(grown.AllocationFails);
        Assert.Equal(Verdict.Equivalent, rows["Fixture.AllocatingRows.AllocatesAsMuch"].Allocation!.Verdict);
        Assert.Equal(ExitCode.Regressed, Comparison.Outcome.Of(comparison, new Strictness(MaxInconclusive: 1)).ExitCode);
        // What made it a suspect does not convict it.
        Assert.Equal(2, run.Rows.Single(row => row.Pairing!.Candidate.Method == "Allocates").Units.Count(unit => unit.IsFresh));
    }

    [Fact]
    public void A_row_that_failed_on_both_sides_is_no_failure()
    {
        var run = Run(programs.Candidate, new GateSettings { Filter = new RowFilter(["*VersionedRows.Broken"], []), Measurement = Brief.Measurement });

        var outcome = Comparison.Outcome.Of(Compare(run), new Strictness());

        Assert.Equal(ExitCode.NothingCompared, outcome.ExitCode);
    }

    [Fact]
    public void When_the_budget_ends_what_was_not_measured_says_so()
    {
        var settings = new GateSettings { Filter = new RowFilter(["*ShapeRows*", "*GenericRows*", "*StaticRows*"], []), Measurement = Brief.Measurement, Budget = TimeSpan.FromSeconds(4), Seed = 1 };
        var run = Run(programs.Baseline, settings);

        Assert.True(run.IsCutShort);
        Assert.True(run.Elapsed < TimeSpan.FromSeconds(12), $"{run.Elapsed}");
        Assert.Equal(11, run.Rows.Count);
        Assert.All(run.Rows.Where(row => row.Units.Count == 0), row => Assert.NotNull(row.ToRow(true).Unmeasured));
        Assert.Contains(Compare(run).Rows, row => row.Time is { Verdict: Verdict.Inconclusive, Reason: { } reason } && reason.Contains("--budget", StringComparison.Ordinal));
    }

    [Fact]
    public void Shards_together_have_each_row_once()
    {
        var parts = Enumerable.Range(1, 3).Select(i =>
        {
            var run = new GateRun(programs.Baseline, programs.Baseline, new GateSettings { Shard = new Shard(i, 3) }, _ => { });
            run.Find(TestContext.Current.CancellationToken);
            return run;
        }).ToArray();

        Assert.All(parts, part => Assert.NotEmpty(part.Rows));
        Assert.Equal(parts[0].AllRows.Select(row => row.ToString()).Order(), parts.SelectMany(part => part.Rows).Select(row => row.Id.ToString()).Order());
    }

    [Fact]
    public void A_row_is_in_one_part_which_no_other_row_changes() =>
        Properties.Hold(ArbMap.Default.ArbFor<(NonNull<string>, PositiveInt)>(), given =>
        {
            var (name, count) = (given.Item1.Get, given.Item2.Get);
            var part = GateRun.PartOf(new RowId(name, JobTraits.Default), count);

            Assert.InRange(part, 1, count);
            Assert.Equal(part, GateRun.PartOf(new RowId(name, JobTraits.Default), count));
            Assert.Equal(1, GateRun.PartOf(new RowId(name, JobTraits.Default), 1));
        }, 500);

    [Fact]
    public void Parts_are_about_as_large_as_each_other()
    {
        var parts = Enumerable.Range(0, 4000).CountBy(i => GateRun.PartOf(new RowId($"N.T.M(i: {i})", JobTraits.Default), 4)).ToDictionary();

        Assert.All(parts.Values, count => Assert.InRange(count, 880, 1120));
    }

    private GateRun Run(BenchmarkProgram candidate, GateSettings settings)
    {
        var run = new GateRun(programs.Baseline, candidate, settings, _ => { });
        run.Find(TestContext.Current.CancellationToken);
        run.Measure(TestContext.Current.CancellationToken);
        return run;
    }

    private static RunComparison Compare(GateRun run) => RunComparison.CreatePaired(
        Bench.Results.Run.OfCheck([.. run.Rows.Select(row => row.ToRow(isScreened: true))], run.Environments.Baseline, run.Environments.Candidate, new CheckInfo("old", "new")),
        new ComparisonOptions());
}

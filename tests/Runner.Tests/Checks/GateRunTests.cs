using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;
using FsCheck;
using FsCheck.Fluent;

namespace Bench.Runner.Tests;

/// <summary>What a check measures, and what becomes of benchmarks that one side lacks, that fail, or for which there is no time.</summary>
[Trait("Category", "Process")]
[Collection(MeasuringTests.Name)]
public sealed class GateRunTests(MeasuredPrograms programs)
{
    // So short a measurement says nothing of time.
    private static readonly Settings OfAllocationOnly = new() { Margin = new Margin(9, 0.5) };

    [Fact]
    public void Eight_bytes_more_fail_and_as_many_do_not()
    {
        var run = Run(
            programs.Candidate,
            new GateSettings
            {
                Filter = new BenchmarkFilter(["*AllocatingRows*"], []),
                Benchmarks = OfAllocationOnly,
                Measurement = Brief.Measurement,
                Seed = 1,
            }
        );

        var comparison = Compare(run);

        var benchmarks = comparison.Benchmarks.ToDictionary(benchmark => benchmark.Name);
        var grown = benchmarks["Fixture.AllocatingRows.Allocates"];
        Assert.Equal(
            (88, 96, Verdict.Regressed),
            (grown.Allocation!.BaselineBytes, grown.Allocation.CandidateBytes, grown.Allocation.Verdict)
        );
        Assert.True(grown.AllocationFails);
        Assert.Equal(Verdict.Equivalent, benchmarks["Fixture.AllocatingRows.AllocatesAsMuch"].Allocation!.Verdict);
        Assert.Equal(ExitCode.Regressed, Comparison.Outcome.Create(comparison, new Strictness(MaxInconclusive: 1)).ExitCode);
        // What made it a suspected regression does not confirm it.
        Assert.Equal(
            4,
            run.Benchmarks.Single(benchmark => benchmark.Pairing!.Candidate.Method == "Allocates")
                .Replicates.Count(replicate => replicate.IsConfirmation)
        );
    }

    [Fact]
    public void Without_times_one_pair_is_enough_where_both_allocate_the_same()
    {
        var run = new GateRun(
            programs.Baseline,
            programs.Candidate,
            new GateSettings { Filter = new BenchmarkFilter(["*AllocatingRows*", "*VersionedRows*"], []), Seed = 1 },
            _ => { }
        );
        run.Find(CancellationToken.None);

        run.CountAllocation(TestContext.Current.CancellationToken);

        var benchmarks = run.Benchmarks.ToDictionary(benchmark => benchmark.Id.FullName.Split('.')[^1]);
        // Five slices of one process.
        Assert.Equal(Enumerable.Repeat(88.0, 5), benchmarks["AllocatesAsMuch"].Allocation!.Baseline);
        Assert.Equal(Enumerable.Repeat(88.0, 5), benchmarks["AllocatesAsMuch"].Allocation!.Candidate);
        // What differed in the first pair does not decide.
        Assert.Equal([88.0, 88, 88], benchmarks["Allocates"].Allocation!.Baseline);
        Assert.Equal([96.0, 96, 96], benchmarks["Allocates"].Allocation!.Candidate);
        Assert.Contains("ColdStart", benchmarks["Same"].Unmeasured);
        Assert.NotNull(benchmarks["Crashes"].ToBenchmark(isScreened: false).Failure);
    }

    [Fact]
    public void What_was_not_counted_is_inconclusive()
    {
        var run = new GateRun(
            programs.Baseline,
            programs.Candidate,
            new GateSettings { Filter = new BenchmarkFilter(["*AllocatingRows*"], []), Budget = TimeSpan.Zero },
            _ => { }
        );
        run.Find(CancellationToken.None);

        run.CountAllocation(TestContext.Current.CancellationToken);

        Assert.True(run.IsCutShort);
        var outcome = Comparison.Outcome.Create(Compare(run), new Strictness());
        Assert.Equal(ExitCode.Inconclusive, outcome.ExitCode);
    }

    [Fact]
    public void A_benchmark_of_long_calls_is_measured_in_fewer_blocks_and_says_so()
    {
        using var program = HostedProcess.Start(programs.Baseline, [], TestContext.Current.CancellationToken);
        var listed = program.List(new BenchmarkFilter(["*LongRows.Sleeps"], [])).Benchmarks.Single();
        var pairing = new BenchmarkPairing(listed, listed);
        var benchmark = new MeasuredBenchmark(pairing);
        var sweep = new PairSweep(programs.Baseline, programs.Baseline, Brief.Measurement, TimeSpan.FromMinutes(2), new Random(1));

        var outcome = sweep.Run([pairing], true, null, inOrder: true, TestContext.Current.CancellationToken).Single();
        benchmark.Add(outcome, isConfirmation: false);

        Assert.Matches(@"^interleaved, a call at a time: one takes \d+ ms, 3 blocks a process pair$", benchmark.ToBenchmark(true).How);
    }

    [Fact]
    public void Of_several_filters_those_that_fit_nothing_are_known()
    {
        var run = new GateRun(
            programs.Baseline,
            programs.Baseline,
            new GateSettings { Filter = new BenchmarkFilter(["*VersionedRows.Same", "*Typo*", "*allocatingrows*"], []) },
            _ => { }
        );

        run.Find(CancellationToken.None);

        Assert.Equal(["*Typo*"], run.FiltersWithoutBenchmarks);
        Assert.Contains(run.Benchmarks, benchmark => benchmark.Id.FullName == "Fixture.VersionedRows.Same");
    }

    [Fact]
    public void A_benchmark_that_failed_on_both_sides_is_no_failure()
    {
        var run = Run(
            programs.Candidate,
            new GateSettings { Filter = new BenchmarkFilter(["*VersionedRows.Broken"], []), Measurement = Brief.Measurement }
        );

        var outcome = Comparison.Outcome.Create(Compare(run), new Strictness());

        Assert.Equal(ExitCode.NothingCompared, outcome.ExitCode);
    }

    [Fact]
    public void When_the_budget_ends_what_was_not_measured_says_so()
    {
        var settings = new GateSettings
        {
            Filter = new BenchmarkFilter(["*ShapeRows*", "*GenericRows*", "*StaticRows*"], []),
            Measurement = Brief.Measurement,
            Budget = TimeSpan.FromSeconds(4),
            Seed = 1,
        };
        var run = Run(programs.Baseline, settings);

        Assert.True(run.IsCutShort);
        Assert.True(run.Elapsed < TimeSpan.FromSeconds(12), $"{run.Elapsed}");
        Assert.Equal(11, run.Benchmarks.Count);
        Assert.All(
            run.Benchmarks.Where(benchmark => benchmark.Replicates.Count == 0),
            benchmark => Assert.NotNull(benchmark.ToBenchmark(true).Unmeasured)
        );
        Assert.Contains(
            Compare(run).Benchmarks,
            benchmark =>
                benchmark.Time is { Verdict: Verdict.Inconclusive, Reason: { } reason }
                && reason.Contains("--budget", StringComparison.Ordinal)
        );
    }

    [Fact]
    public void Shards_together_have_each_benchmark_once()
    {
        var parts = Enumerable
            .Range(1, 3)
            .Select(i =>
            {
                var run = new GateRun(programs.Baseline, programs.Baseline, new GateSettings { Shard = new Shard(i, 3) }, _ => { });
                run.Find(TestContext.Current.CancellationToken);
                return run;
            })
            .ToArray();

        Assert.All(parts, part => Assert.NotEmpty(part.Benchmarks));
        Assert.Equal(
            parts[0].AllBenchmarks.Select(benchmark => benchmark.ToString()).Order(),
            parts.SelectMany(part => part.Benchmarks).Select(benchmark => benchmark.Id.ToString()).Order()
        );
    }

    [Fact]
    public void A_benchmark_is_in_one_part_which_no_other_benchmark_changes() =>
        Properties.Hold(
            ArbMap.Default.ArbFor<(NonNull<string>, PositiveInt)>(),
            given =>
            {
                var (name, count) = (given.Item1.Get, given.Item2.Get);
                var part = GateRun.PartOf(new BenchmarkId(name, JobTraits.Default), count);

                Assert.InRange(part, 1, count);
                Assert.Equal(part, GateRun.PartOf(new BenchmarkId(name, JobTraits.Default), count));
                Assert.Equal(1, GateRun.PartOf(new BenchmarkId(name, JobTraits.Default), 1));
            },
            500
        );

    [Fact]
    public void Parts_are_about_as_large_as_each_other()
    {
        var parts = Enumerable
            .Range(0, 4000)
            .CountBy(i => GateRun.PartOf(new BenchmarkId($"N.T.M(i: {i})", JobTraits.Default), 4))
            .ToDictionary();

        Assert.All(parts.Values, count => Assert.InRange(count, 880, 1120));
    }

    private GateRun Run(BenchmarkProgram candidate, GateSettings settings)
    {
        var run = new GateRun(programs.Baseline, candidate, settings, _ => { });
        run.Find(TestContext.Current.CancellationToken);
        run.Measure(TestContext.Current.CancellationToken);
        return run;
    }

    private static RunComparison Compare(GateRun run) =>
        RunComparison.CreatePaired(
            Bench.Results.Run.FromCheck(
                [.. run.Benchmarks.Select(benchmark => benchmark.ToBenchmark(isScreened: true))],
                run.Environments.Baseline,
                run.Environments.Candidate,
                new CheckInfo("old", "new")
            ),
            new ComparisonOptions()
        );
}

using Bench.Comparison;
using FsCheck;
using FsCheck.Fluent;

namespace Bench.Runner.Tests;

/// <summary>
/// The benchmarks that a check measures, and those that one build lacks, that fail, or that get no time. The
/// process pairs are made up.
/// </summary>
public sealed class GateRunTests
{
    private readonly MadeUpPrograms programs = new();

    [Fact]
    public void What_is_clear_takes_one_replicate_and_what_is_slower_is_confirmed()
    {
        var run = Run(
            programs.Add("N.T.Same = 100 ns", "N.T.Slower = 100 ns", "N.T.Faster = 100 ns"),
            programs.Add("N.T.Same = 100 ns", "N.T.Slower = 150 ns", "N.T.Faster = 50 ns"),
            new GateSettings { Seed = 1 }
        );

        Assert.Equal(ExitCode.Regressed, Comparison.Outcome.Create(Compare(run), new Strictness()).ExitCode);
        Assert.False(run.IsCutShort);
        Assert.DoesNotContain(Replicates("Same"), replicate => replicate.IsConfirmation);
        Assert.True(Replicates("Slower").Count(replicate => replicate.IsConfirmation) >= 4);
        Assert.Equal(TimeSpan.FromSeconds(3 * programs.MeasuredPairs), run.Elapsed);

        IReadOnlyList<Replicate> Replicates(string method) =>
            run.Benchmarks.Single(benchmark => benchmark.Id.FullName == $"N.T.{method}").Replicates;
    }

    [Fact]
    public void Eight_bytes_more_fail_and_as_many_do_not()
    {
        var run = Run(
            programs.Add("N.T.Allocates = 100 ns, 88 B", "N.T.AsMuch = 100 ns, 88 B"),
            programs.Add("N.T.Allocates = 100 ns, 96 B", "N.T.AsMuch = 100 ns, 88 B"),
            new GateSettings { Seed = 1 }
        );

        var benchmarks = Compare(run).Benchmarks.ToDictionary(benchmark => benchmark.Name);

        Assert.Equal(Verdict.Regressed, benchmarks["N.T.Allocates"].Allocation!.Verdict);
        Assert.True(benchmarks["N.T.Allocates"].AllocationFails);
        Assert.Equal(Verdict.Equivalent, benchmarks["N.T.AsMuch"].Allocation!.Verdict);
        // The replicates that made it a suspected regression do not confirm it.
        Assert.Equal(
            4,
            run.Benchmarks.Single(benchmark => benchmark.Id.FullName == "N.T.Allocates")
                .Replicates.Count(replicate => replicate.IsConfirmation)
        );
    }

    [Fact]
    public void What_fails_by_allocation_is_timed_no_further()
    {
        string[] before = ["N.T.Both = 1000 ns, 88 B", "N.T.Time = 1000 ns, 88 B"];
        string[] after = ["N.T.Both = 1052 ns, 96 B", "N.T.Time = 1052 ns, 88 B"];

        var run = Run(programs.Add(before), programs.Add(after), new GateSettings { Seed = 1 });

        Assert.Equal(4, Confirmations("Both"));
        Assert.True(Confirmations("Time") > 4);
        Assert.True(Compare(run).Benchmarks.Single(benchmark => benchmark.Name == "N.T.Both").AllocationFails);

        int Confirmations(string method) =>
            run
                .Benchmarks.Single(benchmark => benchmark.Id.FullName == $"N.T.{method}")
                .Replicates.Count(replicate => replicate.IsConfirmation);
    }

    /// <summary>The estimate was only for the next four replicates, on a busy machine with up to 24 to come.</summary>
    [Fact]
    public void The_time_left_is_that_of_the_whole_confirmation()
    {
        var shown = new List<(GateProgress Progress, int Pairs)>();
        var run = new GateRun(
            programs.Add("N.T.Close = 1000 ns"),
            programs.Add("N.T.Close = 1052 ns"),
            new GateSettings { Seed = 1 },
            progress => shown.Add((progress, programs.MeasuredPairs)),
            programs,
            programs.Clock
        );
        run.Find(TestContext.Current.CancellationToken);
        run.Measure(TestContext.Current.CancellationToken);

        // Two replicates screened it, and its confirmation ends after eight of the nine that were planned at most.
        Assert.Equal(10, run.Benchmarks[0].Begun);
        var confirmed = shown.Where(at => at.Progress.Step.Contains("confirmation, 0 of 1 decided, replicate", StringComparison.Ordinal));
        Assert.All(confirmed, at =>
        {
            Assert.EndsWith(" of at most 11", at.Progress.Step, StringComparison.Ordinal);
            // Each pair takes three seconds.
            Assert.Equal(TimeSpan.FromSeconds(3 * ((2 * 11) - at.Pairs)), at.Progress.Left);
        });
    }

    [Fact]
    public void Improvements_take_half_a_minute_at_most()
    {
        var names = Enumerable.Range(1, 10).Select(i => $"N.T.Faster{i}").ToArray();

        var run = Run(
            programs.Add([.. names.Select(name => $"{name} = 100 ns")]),
            programs.Add([.. names.Select(name => $"{name} = 80 ns")]),
            new GateSettings { Seed = 1 }
        );

        // Screening takes two to four pairs of each; a pair takes three seconds.
        var confirming = run.Benchmarks.Sum(benchmark => benchmark.Replicates.Count(replicate => replicate.IsConfirmation));
        Assert.InRange(programs.MeasuredPairs, 20, 40 + 10);
        Assert.True(confirming < 10 * 4);
        Assert.False(run.IsCutShort);
        Assert.Equal(ExitCode.Passed, Comparison.Outcome.Create(Compare(run), new Strictness()).ExitCode);
    }

    /// <summary>One benchmark takes ten times as long as the others. Its earlier time predicts the next.</summary>
    [Theory]
    [InlineData(100)]
    [InlineData(130)]
    [InlineData(200)]
    public void A_budget_is_kept_to_three_percent_whatever_a_pair_takes(int seconds)
    {
        string[] quick = [.. Enumerable.Range(1, 9).Select(i => $"N.T.Quick{i} = {100 + i} ns")];
        var budget = TimeSpan.FromSeconds(seconds);

        for (var seed = 1; seed <= 5; seed++)
        {
            var run = Run(
                programs.Add([.. quick, "N.T.Slow = 100 ns, 30 s pairs"]),
                programs.Add([
                    .. quick.Select(line => line.Replace(" ns", ".5 ns", StringComparison.Ordinal)),
                    "N.T.Slow = 104 ns, 30 s pairs",
                ]),
                new GateSettings { Seed = seed, Budget = budget }
            );

            Assert.InRange(run.Elapsed, TimeSpan.Zero, budget * 1.03);
        }
    }

    [Fact]
    public void What_spreads_too_much_for_its_margin_ends_the_check_with_the_reason()
    {
        var noisy = new MadeUpPrograms { Noise = 1 };
        var run = new GateRun(
            noisy.Add("N.T.One = 100 ns", "N.T.Two = 100 ns"),
            noisy.Add("N.T.One = 101 ns", "N.T.Two = 102 ns"),
            new GateSettings { Seed = 1 },
            _ => { },
            noisy,
            noisy.Clock
        );
        run.Find(TestContext.Current.CancellationToken);

        run.Measure(TestContext.Current.CancellationToken);

        // To the end it would be 2 x 36 replicates.
        Assert.InRange(noisy.MeasuredPairs, 8, 40);
        Assert.Contains("measuring stopped, because its replicates differ too much", Compare(run).Benchmarks[0].How);
        Assert.Equal(ExitCode.Inconclusive, Comparison.Outcome.Create(Compare(run), new Strictness()).ExitCode);
    }

    [Fact]
    public void A_few_bytes_more_of_many_are_a_regression_where_they_repeat()
    {
        var run = Find(programs.Add("N.T.Many = 1 ns, 501000 B"), programs.Add("N.T.Many = 1 ns, 501032 B"), new GateSettings { Seed = 1 });
        run.CountAllocation(CancellationToken.None);
        Assert.Equal(Verdict.Regressed, run.Benchmarks.Single().Allocation!.Verdict);
        Assert.Equal(8, run.Benchmarks.Single().Allocation!.Baseline.Count);
    }

    [Fact]
    public void Without_times_one_pair_is_enough_where_both_allocate_the_same()
    {
        var run = Find(
            programs.Add("N.T.Allocates = 1 ns, 88 B", "N.T.AsMuch = 1 ns, 88 B", "N.T.Cold = 1 ns, cold", "N.T.Crashes = 1 ns"),
            programs.Add(
                "N.T.Allocates = 1 ns, 96 B",
                "N.T.AsMuch = 2 ns, 88 B",
                "N.T.Cold = 1 ns, cold",
                "N.T.Crashes = 1 ns, fails: it is over"
            ),
            new GateSettings { Seed = 1 }
        );

        run.CountAllocation(CancellationToken.None);

        var benchmarks = run.Benchmarks.ToDictionary(benchmark => benchmark.Id.FullName.Split('.')[^1]);
        // Five slices of one process.
        Assert.Equal(Enumerable.Repeat(88.0, 5), benchmarks["AsMuch"].Allocation!.Baseline);
        Assert.Equal(Enumerable.Repeat(88.0, 5), benchmarks["AsMuch"].Allocation!.Candidate);
        // The difference in the first pair does not decide.
        Assert.Equal([88.0, 88, 88], benchmarks["Allocates"].Allocation!.Baseline);
        Assert.Equal([96.0, 96, 96], benchmarks["Allocates"].Allocation!.Candidate);
        Assert.Contains("ColdStart", benchmarks["Cold"].Unmeasured);
        Assert.Equal("it is over", benchmarks["Crashes"].ToBenchmark(isScreened: false).Failure);
        Assert.Equal(1 + 4 + 1 + 1, programs.MeasuredPairs);
    }

    [Fact]
    public void What_was_not_counted_is_inconclusive()
    {
        var run = Find(
            programs.Add("N.T.Allocates = 1 ns, 88 B"),
            programs.Add("N.T.Allocates = 1 ns, 96 B"),
            new GateSettings { Budget = TimeSpan.Zero }
        );

        run.CountAllocation(CancellationToken.None);

        Assert.True(run.IsCutShort);
        Assert.Equal(0, programs.MeasuredPairs);
        Assert.Equal(ExitCode.Inconclusive, Comparison.Outcome.Create(Compare(run), new Strictness()).ExitCode);
    }

    [Fact]
    public void A_benchmark_that_failed_on_both_sides_is_no_failure()
    {
        var program = programs.Add("N.T.Broken = 1 ns, fails: on both sides");
        var run = Run(program, program, new GateSettings());
        Assert.Equal(ExitCode.NothingCompared, Comparison.Outcome.Create(Compare(run), new Strictness()).ExitCode);
        Assert.Equal(1, programs.MeasuredPairs);
    }

    [Fact]
    public void When_the_budget_ends_what_was_not_measured_says_so()
    {
        var program = programs.Add([.. Enumerable.Range(0, 11).Select(i => FormattableString.Invariant($"N.T.R{i} = 100 ns"))]);

        var run = Run(program, program, new GateSettings { Budget = TimeSpan.FromSeconds(40), Seed = 1 });

        Assert.True(run.IsCutShort);
        Assert.True(run.Elapsed <= TimeSpan.FromSeconds(40), $"{run.Elapsed}");
        Assert.Equal(11, run.Benchmarks.Count);
        Assert.Contains(run.Benchmarks, benchmark => benchmark.Replicates.Count > 0);
        Assert.All(run.Benchmarks.Where(benchmark => benchmark.Replicates.Count == 0), benchmark =>
            Assert.NotNull(benchmark.ToBenchmark(true).Unmeasured)
        );
        Assert.Contains(Compare(run).Benchmarks, benchmark =>
            benchmark.Time is { Verdict: Verdict.Inconclusive, Reason: { } reason } && reason.Contains("--budget", StringComparison.Ordinal)
        );
    }

    /// <summary>The most likely changes are measured first, so that the budget leaves out the least likely.</summary>
    [Fact]
    public void What_may_have_changed_is_measured_and_what_runs_the_same_code_is_not()
    {
        var run = Find(
            programs.Add("N.T.Same = 100 ns", "N.T.Unchanged = 100 ns", "N.T.Changed = 100 ns"),
            programs.Add("N.T.Same = 100 ns", "N.T.Unchanged = 100 ns", "N.T.Changed = 101 ns"),
            new GateSettings { HasCanary = true }
        );

        run.ProveSameCode(() => throw new InvalidOperationException("it is made up"), CancellationToken.None);
        run.Measure(CancellationToken.None);

        var benchmarks = run.Benchmarks.ToDictionary(benchmark => benchmark.Id.FullName);
        Assert.True(benchmarks["N.T.Unchanged"] is { HasSameCode: true, Replicates.Count: 0 });
        // One of those that run the same code is the canary.
        Assert.True(benchmarks["N.T.Same"] is { HasSameCode: true, IsCanary: true, Replicates.Count: 1 });
        Assert.Equal("T.Changed changed", benchmarks["N.T.Changed"].Effect?.Reason);
        Assert.NotEmpty(benchmarks["N.T.Changed"].Replicates);
    }

    [Fact]
    public void What_is_not_proven_in_time_is_measured()
    {
        var program = programs.Add("N.T.Same = 100 ns");
        var run = Find(program, program, new GateSettings { MaxProof = TimeSpan.FromTicks(-1) });
        run.ProveSameCode(() => throw new InvalidOperationException("it is made up"), CancellationToken.None);
        Assert.Equal("the time for comparing code ended", Assert.Single(run.Benchmarks).Effect?.Reason);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public void Cancelled_in_a_pair_what_was_measured_is_there(int pair)
    {
        var program = programs.Add("N.T.A = 100 ns");
        using var cancellation = new CancellationTokenSource();
        programs.OnPair = number =>
        {
            if (number == pair)
                cancellation.Cancel();
        };
        var run = Find(program, programs.Add("N.T.A = 150 ns"), new GateSettings());

        Assert.Throws<OperationCanceledException>(() => run.Measure(cancellation.Token));

        Assert.Equal((pair - 1) / 2, Assert.Single(run.Benchmarks).Replicates.Count);
        Assert.Equal(pair, programs.MeasuredPairs);
    }

    [Fact]
    public void Of_several_filters_those_that_fit_nothing_are_known()
    {
        var run = Find(
            programs.Add("N.Versioned.Same = 1 ns"),
            programs.Add("N.Versioned.Same = 1 ns", "N.Other.A = 1 ns"),
            new GateSettings { Filter = new BenchmarkFilter(["*Versioned.Same", "*Typo*", "*other*"], []) }
        );
        Assert.Equal(["*Typo*"], run.Found.PatternsWithoutBenchmarks);
        Assert.Equal(2, run.Benchmarks.Count);
    }

    [Fact]
    public void Shards_together_have_each_benchmark_once()
    {
        var program = programs.Add([.. Enumerable.Range(0, 60).Select(i => FormattableString.Invariant($"N.T.R{i} = 100 ns"))]);
        GateRun[] parts = [.. Enumerable.Range(1, 3).Select(i => Find(program, program, new GateSettings { Shard = new Shard(i, 3) }))];
        Assert.All(parts, part => Assert.NotEmpty(part.Benchmarks));
        Assert.Equal(
            parts[0].Found.All.Select(benchmark => benchmark.ToString()).Order(),
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

    private GateRun Run(BenchmarkProgram baseline, BenchmarkProgram candidate, GateSettings settings)
    {
        var run = Find(baseline, candidate, settings);
        run.Measure(TestContext.Current.CancellationToken);
        return run;
    }

    private GateRun Find(BenchmarkProgram baseline, BenchmarkProgram candidate, GateSettings settings)
    {
        var run = new GateRun(baseline, candidate, settings, _ => { }, programs, programs.Clock);
        run.Find(TestContext.Current.CancellationToken);
        return run;
    }

    private static RunComparison Compare(GateRun run) =>
        RunComparison.CreatePaired(run.Found.ToRun(new CheckInfo("old", "new"), isScreened: true), new ComparisonOptions());
}

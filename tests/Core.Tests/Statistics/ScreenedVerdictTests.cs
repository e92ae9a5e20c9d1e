namespace Bench.Core.Tests;

/// <summary>
/// Screen, then confirm: how often whole checks are wrong, by simulation with a fixed seed, and that no figure is used twice.
/// </summary>
public sealed class ScreenedVerdictTests
{
    private const int BenchmarksOfCheck = 60;

    /// <summary>Rules that fail 3% of such checks pass this test with a probability of 0.1% for each shape.</summary>
    [Theory]
    [InlineData("normal")]
    [InlineData("heavy")]
    public void Checks_of_identical_benchmarks_rarely_fail(string shape)
    {
        const int checks = 600;
        var failed = Failed(checks, 100, shape, ratio: 1, Margin.Default);
        Assert.True(failed <= checks / 100, $"{failed} of {checks}");
    }

    /// <summary>
    /// The worst case: every benchmark slowed by exactly the margin, so that each verdict Regressed is wrong. Rules that fail 5% of such
    /// checks pass this test with a probability of 0.5% for each shape.
    /// </summary>
    [Theory]
    [InlineData("normal")]
    [InlineData("heavy")]
    public void Checks_of_benchmarks_at_the_margin_rarely_fail(string shape)
    {
        const int checks = 400;

        var failed = Failed(checks, 200, shape, ratio: 1.05, Margin.Default);

        // The aim is 1%; 9 of 400 is its upper 99% limit.
        Assert.True(failed <= 9, $"{failed} of {checks}");
    }

    /// <summary>Rules that detect 1% less than required pass this test with a probability of 3%, and 2% less with none.</summary>
    [Theory]
    [InlineData("normal", 0.99)]
    [InlineData("heavy", 0.98)]
    public void A_benchmark_of_twice_the_margin_is_found(string shape, double power)
    {
        const int checks = 1000;
        var found = 0;
        Parallel.For(0, checks, check =>
        {
            var random = new Random(300_000 + check);
            var benchmarks = Check(random, shape, benchmark => benchmark == 7 ? 1.10 : 1, Margin.Default, 0.01, 0.02);
            if (ScreenedVerdicts.Judge(benchmarks)[7] is { FailsCheck: true, Verdict: Verdict.Regressed })
                Interlocked.Increment(ref found);
        });

        Assert.True(found >= power * checks, $"{found} of {checks}");
    }

    [Fact]
    public void A_suspected_regression_without_confirmation_is_inconclusive()
    {
        var judgement = ScreenedVerdicts.Judge([Sample([0.2, 0.2001]), Sample([0, 0.0001])]);
        Assert.Equal((Verdict.Inconclusive, false), (judgement[0].Verdict, judgement[0].FailsCheck));
        Assert.Contains("was not measured again", judgement[0].Reason);
        Assert.Equal(Verdict.Equivalent, judgement[1].Verdict);
    }

    [Fact]
    public void Only_confirmation_replicates_confirm()
    {
        double[] still = [0, 0.001, -0.001, 0.0005, 0, -0.0005, 0.001, 0];
        double[] slower = [.. still.Select(replicate => replicate + 0.2)];

        var cleared = ScreenedVerdicts.Judge([Sample([0.2, 0.201, .. still], 8)])[0];
        var confirmed = ScreenedVerdicts.Judge([Sample([0, 0.001, .. slower], 8)])[0];

        Assert.False(cleared.FailsCheck);
        Assert.NotEqual(Verdict.Regressed, cleared.Verdict);
        Assert.Equal((Verdict.Regressed, true), (confirmed.Verdict, confirmed.FailsCheck));
        // The reported ratio of a regression comes from the confirmation replicates only, not from those that selected it.
        Assert.Equal(Math.Exp(slower.Average()), confirmed.Ratio, 9);
    }

    /// <summary>
    /// A recorded check on a busy machine. All replicates together exceed the margin, but only because of those that raised the suspicion.
    /// </summary>
    [Fact]
    public void Confirmation_replicates_alone_can_clear_a_suspected_regression()
    {
        double[] screening = [0.0635, 0.1715];
        double[] confirmation =
        [
            .. (double[])[0.0103, 0.0300, 0.0063, -0.0062, 0.0241, 0.0334, -0.0098, 0.1157, 0.0659, 0.0402, 0.0717, -0.0034],
            .. (double[])[-0.0371, 0.0615, 0.0009, -0.0348, 0.0213, 0.0261, 0.0508, 0.1216, -0.0354, 0.0664, 0.0166, 0.0286],
        ];

        var judgement = ScreenedVerdicts.Judge([Sample([.. screening, .. confirmation], confirmation.Length)])[0];

        Assert.Equal((Verdict.Equivalent, false), (judgement.Verdict, judgement.FailsCheck));
        Assert.Equal(Math.Exp(confirmation.Average()), judgement.Ratio, 9);
    }

    [Fact]
    public void What_confirms_does_not_depend_on_what_was_screened()
    {
        double[] confirmation = [.. Enumerable.Range(0, 8).Select(i => 0.09 + (i * 0.003))];
        var judgements = ((double[])[0.04, 0.1, 0.5])
            .Select(screened => ScreenedVerdicts.Judge([Sample([screened, screened, .. confirmation], 8)])[0])
            .ToArray();

        Assert.All(judgements, judgement =>
            Assert.Equal(
                (judgements[0].FailsCheck, judgements[0].P, judgements[0].Ratio),
                (judgement.FailsCheck, judgement.P, judgement.Ratio)
            )
        );
    }

    [Fact]
    public void A_first_look_ends_the_confirmation_of_what_it_decides()
    {
        double[] screening = [0.05, 0.06];
        double[][] confirmations =
        [
            [0.22, 0.21, 0.23, 0.22],
            [0.001, -0.002, 0.003, 0],
            [0.06, 0.07, 0.05, 0.06],
        ];
        BenchmarkSample[] benchmarks =
        [
            .. confirmations.Select(confirmation => Sample([.. screening, .. confirmation], confirmation.Length)),
        ];

        var left = ScreenedVerdicts.LeftToConfirm(benchmarks);
        var judgements = ScreenedVerdicts.Judge(benchmarks);

        Assert.Equal((0, 0), (left[0], left[1]));
        Assert.Equal((true, Verdict.Equivalent), (judgements[0].FailsCheck, judgements[1].Verdict));
        Assert.InRange(
            left[2] + ScreenedVerdicts.FirstConfirmationReplicates,
            ScreenedVerdicts.MinConfirmationReplicates,
            ScreenedVerdicts.MaxConfirmationReplicates
        );
    }

    /// <summary>A benchmark of 113 ms that was 26% slower and spread by 8%: it was measured 24 times although 8 were enough.</summary>
    [Fact]
    public void A_second_look_ends_the_confirmation_of_a_large_change_that_spreads()
    {
        double[] screening = [0.25, 0.2];
        double[] confirmation = [0.13, 0.33, 0.18, 0.3, 0.16, 0.31, 0.21, 0.25];
        var after = new[] { 4, 8 }
            .Select(n => Sample([.. screening, .. confirmation[..n]], n))
            .Select(sample => (Left: ScreenedVerdicts.LeftToConfirm([sample])[0], Fails: ScreenedVerdicts.Judge([sample])[0].FailsCheck))
            .ToArray();

        Assert.True(after[0].Left > 0);
        Assert.Equal((0, true), after[1]);
    }

    [Theory]
    [InlineData("normal")]
    [InlineData("heavy")]
    public void One_replicate_clears_most_benchmarks_that_did_not_change(string shape)
    {
        var random = new Random(12);
        var benchmarks = Enumerable.Range(0, 50).SelectMany(_ => Check(random, shape, _ => 1, Margin.Default, 0.01, 0.02)).ToArray();
        Assert.True(benchmarks.Count(benchmark => benchmark.Replicates.Count == 1) > 0.7 * benchmarks.Length);
        Assert.True(benchmarks.Average(benchmark => benchmark.Replicates.Count) < 1.7);
    }

    /// <summary>The worst case: it spreads three times as much as the benchmarks whose spread it borrows.</summary>
    [Fact]
    public void One_replicate_does_not_clear_a_noisy_benchmark_that_is_slower()
    {
        const int checks = 2000;
        var cleared = 0;
        Parallel.For(0, checks, check =>
        {
            var random = new Random(400_000 + check);
            double Log(int benchmark) => benchmark == 7 ? Math.Log(1.1) + (0.045 * Normal(random)) : 0.015 * Normal(random);
            var samples = Enumerable
                .Range(0, BenchmarksOfCheck)
                .Select(benchmark =>
                    Sample([Log(benchmark)]) with
                    {
                        HalfDifferences = [(Log(benchmark) - Log(benchmark)) / Math.Sqrt(2)],
                    }
                );
            if (ScreenedVerdicts.AreClear([.. samples])[7])
                Interlocked.Increment(ref cleared);
        });

        Assert.True(cleared < 0.05 * checks, $"{cleared} of {checks}");
    }

    [Fact]
    public void A_replicate_without_its_pairs_clears_nothing() =>
        Assert.Equal([false, false, false], ScreenedVerdicts.AreClear([Sample([0.001]), Sample([-0.001]), Sample([0.002])]));

    [Fact]
    public void What_allocates_otherwise_is_screened_to_the_end()
    {
        BenchmarkSample[] samples =
        [
            .. Enumerable.Range(0, 5).Select(i => Sample([0.001 * i]) with { HalfDifferences = [0.002 + (0.001 * i)] }),
        ];
        CheckedBenchmark[] benchmarks =
        [
            new(samples[0]),
            new(samples[1], AllocatesMore: true, Verdict.Inconclusive),
            new(samples[2], AllocatesMore: false, Verdict.NotWorse),
            new(samples[3], AllocatesMore: false, Verdict.Equivalent),
            new(samples[4] with { Replicates = [0.2] }),
        ];

        Assert.Equal([0, 1, 1, 0, 1], CheckPlan.Next(CheckStage.ScreeningToEnd, benchmarks));
    }

    [Fact]
    public void A_change_far_beyond_the_margin_takes_few_replicates()
    {
        var random = new Random(11);
        var counts = Enumerable
            .Range(0, 200)
            .Select(_ => Check(random, "normal", benchmark => benchmark == 7 ? 1.25 : 1, Margin.Default, 0.01, 0.02))
            .Select(benchmarks => (benchmarks[7].ConfirmationReplicates, ScreenedVerdicts.Judge(benchmarks)[7].FailsCheck))
            .ToArray();

        Assert.All(counts, count => Assert.True(count.FailsCheck));
        Assert.True(counts.Average(count => count.ConfirmationReplicates) < 5);
    }

    /// <summary>A nanosecond benchmark whose processes differ by their memory layout, among others that do not.</summary>
    [Fact]
    public void What_is_clear_on_the_way_ends_its_confirmation_there()
    {
        var random = new Random(13);
        var counts = new List<int>();
        while (counts.Count < 100)
        {
            var spreads = Enumerable.Range(0, BenchmarksOfCheck).Select(benchmark => benchmark == 7 ? 0.06 : 0.015).ToArray();
            var noisy = SimulatedCheck.Run(BenchmarksOfCheck, Margin.Default, benchmark => spreads[benchmark] * Normal(random))[7];
            if (noisy.ConfirmationReplicates > ScreenedVerdicts.FirstConfirmationReplicates)
                counts.Add(noisy.ConfirmationReplicates);
        }

        Assert.InRange(counts.Average(), ScreenedVerdicts.MinConfirmationReplicates, 16);
        Assert.Equal(ScreenedVerdicts.MaxConfirmationReplicates, counts.Max());
    }

    /// <summary>
    /// With a spread of half of the time no check can decide a margin of 5%. It still fails if it is four times as slow, and quiet
    /// benchmarks are measured on.
    /// </summary>
    [Fact]
    public void What_no_number_of_replicates_can_decide_is_measured_no_further()
    {
        double[][] noisy =
        [
            [0.3, -0.35],
            [-0.4, 0.35],
            [0.2, -0.35],
            [0.25, -0.3],
            [-0.4, 0.2],
            [0.2, -0.3],
            [1.4, 1.7],
        ];
        CheckedBenchmark[] benchmarks = [.. noisy.Select(replicates => new CheckedBenchmark(Sample(replicates)))];

        Assert.Equal([true, true, true, true, true, true, false], CheckPlan.AreOutOfReach(benchmarks));
        Assert.Equal([0, 0, 0, 0, 0, 0, 4], CheckPlan.Next(CheckStage.Confirmation, benchmarks));
        Assert.All(CheckPlan.Next(CheckStage.AdditionalScreening, benchmarks), replicates => Assert.Equal(0, replicates));
        // Its allocation may still be decided.
        Assert.Equal(4, CheckPlan.Next(CheckStage.Confirmation, [.. benchmarks.Select(one => one with { AllocatesMore = true })])[0]);

        CheckedBenchmark[] quiet = [.. new[] { 0.001, 0.04, 0.2 }.Select(log => new CheckedBenchmark(Sample([log, log + 0.002])))];
        Assert.All(CheckPlan.AreOutOfReach(quiet), Assert.False);
    }

    [Fact]
    public void What_the_rest_of_the_budget_can_not_decide_is_measured_no_further()
    {
        CheckedBenchmark[] benchmarks =
        [
            .. new double[][] { [0.05, -0.05], [0.04, -0.06], [-0.05, 0.05], [0.05, -0.03] }.Select(replicates => new CheckedBenchmark(
                Sample(replicates)
            )),
        ];

        Assert.All(CheckPlan.AreOutOfReach(benchmarks), Assert.False);
        Assert.All(CheckPlan.AreOutOfReach([.. benchmarks.Select(one => one with { Affordable = 3 })]), Assert.True);
    }

    [Fact]
    public void A_plan_asks_for_confirmation_of_suspected_regressions_only()
    {
        var plan = ScreenedVerdicts.Plan([Sample([0.2, 0.201]), Sample([0, 0.0001]), Sample([-0.2, -0.2001]), Sample([0.025, 0.0252])]);

        Assert.Equal(
            [NextKind.Suspected, NextKind.Undecided, NextKind.Improvement, NextKind.Undecided],
            plan.Select(benchmark => benchmark.Kind)
        );
        Assert.InRange(plan[0].Replicates, ScreenedVerdicts.MinConfirmationReplicates, ScreenedVerdicts.MaxConfirmationReplicates);
        Assert.Equal(0, plan[1].Replicates);
        Assert.Equal(ScreenedVerdicts.MinImprovementReplicates, plan[2].Replicates);
        Assert.InRange(plan[3].Replicates, 0, ScreenedVerdicts.MaxScreeningReplicates - 2);
    }

    [Fact]
    public void A_change_below_the_noise_floor_is_no_suspicion()
    {
        var sample = Sample([0.2, 0.201]) with { Baseline = [1, 1], Candidate = [1.2, 1.2] };
        Assert.Equal(NextKind.Undecided, ScreenedVerdicts.Plan([sample])[0].Kind);
    }

    [Fact]
    public void What_looks_faster_is_confirmed_last_of_all()
    {
        BenchmarkSample[] samples = [Sample([-1.41, -1.42]), Sample([-1.36, -1.46]), Sample([0.2, 0.201]), Sample([0, 0.0001])];
        CheckedBenchmark[] benchmarks = [.. samples.Select(sample => new CheckedBenchmark(sample))];

        var replicates = CheckPlan.Stages.Distinct().ToDictionary(stage => stage, stage => CheckPlan.Next(stage, benchmarks));

        Assert.Equal(CheckStage.ConfirmationOfImprovements, CheckPlan.Stages[^1]);
        Assert.All(replicates.Where(stage => stage.Key != CheckStage.Screening).SkipLast(1), stage => Assert.Equal(0, stage.Value[1]));
        var last = replicates[CheckStage.ConfirmationOfImprovements];
        Assert.Equal((ScreenedVerdicts.MinImprovementReplicates, 0, 0), (last[0], last[2], last[3]));
        Assert.InRange(last[1], ScreenedVerdicts.MinImprovementReplicates, ScreenedVerdicts.MaxScreeningReplicates);
        Assert.True(CheckPlan.IsConfirmation(CheckStage.ConfirmationOfImprovements));
        Assert.Equal([CheckStage.ConfirmationOfImprovements], CheckPlan.Stages.Where(CheckPlan.IsOptional));
    }

    [Fact]
    public void What_looks_faster_is_no_improvement_before_other_replicates_show_it()
    {
        // Two replicates that agree and borrow the spread of quiet benchmarks, then the benchmark's real spread.
        double[] screening = [-0.194, -0.193],
            confirmation = [-0.03, 0.08, -0.11, 0.05];
        BenchmarkSample[] others = [.. Enumerable.Range(0, 7).Select(i => Sample([0.001 * i, 0.01]))];

        var before = ScreenedVerdicts.Judge([Sample(screening), .. others])[0];
        var after = ScreenedVerdicts.Judge([Sample([.. screening, .. confirmation], 4), .. others])[0];

        Assert.Equal((Verdict.NotWorse, false), (before.Verdict, before.FailsCheck));
        Assert.NotNull(before.Reason);
        Assert.NotEqual(Verdict.Improved, after.Verdict);
        Assert.False(after.FailsCheck);
    }

    [Fact]
    public void The_figure_of_an_improvement_is_that_of_its_confirmation()
    {
        double[] confirmation = [-1.3, -1.31, -1.29, -1.3];
        var judgement = ScreenedVerdicts.Judge([Sample([-1.7, -1.71, .. confirmation], 4)])[0];
        Assert.Equal((Verdict.Improved, false), (judgement.Verdict, judgement.FailsCheck));
        Assert.Equal(Math.Exp(confirmation.Average()), judgement.Ratio, 9);
        Assert.InRange(judgement.Upper!.Value / judgement.Lower!.Value, 1, 1.06);
    }

    [Theory]
    [InlineData(0.3, nameof(Verdict.Inconclusive))]
    [InlineData(0, nameof(Verdict.Equivalent))]
    [InlineData(-0.1, nameof(Verdict.Improved))]
    public void An_improvement_that_is_not_confirmed_fails_no_check(double confirmed, string expected)
    {
        double[] confirmation = [.. Enumerable.Range(0, 8).Select(i => confirmed + (i % 2 * 0.001))];
        var judgement = ScreenedVerdicts.Judge([Sample([-0.3, -0.301, .. confirmation], 8)])[0];
        Assert.Equal((expected, false), (judgement.Verdict.ToString(), judgement.FailsCheck));
    }

    [Fact]
    public void Improvements_cost_a_suspected_regression_no_power()
    {
        var suspected = Sample([0.1, 0.1, .. Enumerable.Range(0, 8).Select(i => 0.075 + (i * 0.004))], 8);
        var improvements = Enumerable.Range(0, 50).Select(_ => Sample([-0.5, -0.2, -0.3, -0.31, -0.3, -0.31], 4));
        var alone = ScreenedVerdicts.Judge([suspected])[0];
        var among = ScreenedVerdicts.Judge([suspected, .. improvements])[0];
        Assert.True(alone.FailsCheck);
        Assert.Equal((alone.FailsCheck, alone.P, alone.Ratio), (among.FailsCheck, among.P, among.Ratio));
    }

    private static int Failed(int checks, int seed, string shape, double ratio, Margin margin)
    {
        var failed = 0;
        // A seed for each check, so that the order of threads changes nothing.
        Parallel.For(0, checks, check =>
        {
            var benchmarks = Check(new Random((seed * 1000) + check), shape, _ => ratio, margin, 0.01, 0.03);
            if (ScreenedVerdicts.Judge(benchmarks).Any(benchmark => benchmark.FailsCheck))
                Interlocked.Increment(ref failed);
        });
        return failed;
    }

    private static BenchmarkSample[] Check(Random random, string shape, Func<int, double> ratio, Margin margin, double min, double max)
    {
        double[] spreads = [.. Enumerable.Range(0, BenchmarksOfCheck).Select(_ => min + ((max - min) * random.NextDouble()))];
        return SimulatedCheck.Run(BenchmarksOfCheck, margin, benchmark =>
            Math.Log(ratio(benchmark)) + (spreads[benchmark] * Draw(random, shape))
        );
    }

    private static BenchmarkSample Sample(IReadOnlyList<double> replicates, int confirmation = 0) =>
        SimulatedCheck.Sample(replicates, confirmation: confirmation);

    // A normal distribution, or Student's t with 3 degrees of freedom, both scaled to standard deviation 1.
    private static double Draw(Random random, string shape) =>
        shape == "normal" ? Normal(random) : Normal(random) / Math.Sqrt(Enumerable.Range(0, 3).Sum(_ => Math.Pow(Normal(random), 2)));

    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}

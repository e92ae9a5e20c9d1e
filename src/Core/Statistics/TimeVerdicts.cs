namespace Bench.Statistics;

// Judges the times of all benchmarks of a comparison together. Launches are the replicates. Their spread is pooled over both builds and
// moderated by that of the other benchmarks (SpreadPrior). Tests are one-sided against the margin, so a significant but small change is
// not a regression. A benchmark that is significantly below the margin is decided, whether or not it became faster.
internal static class TimeVerdicts
{
    // The confidence of the interval that is shown.
    public const double Confidence = 0.95;

    // The share of false entries among the benchmarks listed as changed, per direction: half of the interval's error.
    public const double FalseDiscoveryRate = (1 - Confidence) / 2;

    // The aim: the probability that a check fails if all benchmarks are exactly at the margin.
    public const double FamilyWiseErrorRate = 0.01;

    // Holm's level is half of the aim. With two or three launches, a benchmark borrows most of its spread, and benchmarks differ from each
    // other in more ways than the prior covers.
    internal const double LevelOfFailing = FamilyWiseErrorRate / 2;

    private const double MinDegreesOfFreedomToFail = 2;

    // Those of three launches per build.
    private const double FewDegreesOfFreedom = 4;

    // The share of the degrees of freedom that counts for failing with few launches. Processes with two modes can by chance all be fast in
    // one build and all slow in the other. Chosen on every other system of docs/internals/evidence/public-data.md.
    private const double ShareOfDegreesOfFreedom = 0.7;

    // A spread between launches of 0.01%. No two processes are known to agree better.
    private const double MinVariance = 1e-8;

    private const double LevelOfEachEquivalenceTest = 0.05;

    // The confidence of the interval that corresponds to two one-sided tests.
    public const double ConfidenceOfOneSided = 1 - (2 * LevelOfEachEquivalenceTest);

    private const int MaxLaunchesWorthNaming = 1000;

    private static readonly double NormalOfOneSided = new Student().Quantile(1 - LevelOfEachEquivalenceTest, double.PositiveInfinity),
        NormalOfTwoSided = new Student().Quantile((1 + Confidence) / 2, double.PositiveInfinity);

    public static IReadOnlyList<TimeJudgement> Judge(
        IReadOnlyList<BenchmarkSample> benchmarks,
        SpreadPrior? stated = null,
        AssumedSpread? assumed = null
    )
    {
        var estimates = benchmarks.Select(Estimate).ToArray();
        var tests = Test(benchmarks, estimates, stated, assumed);
        var slower = Correct(benchmarks, tests, test => test.PSlower, MultipleTesting.BenjaminiHochberg);
        var faster = Correct(benchmarks, tests, test => test.PFaster, MultipleTesting.BenjaminiHochberg);
        var fails = Correct(benchmarks, tests, test => test.PFails, MultipleTesting.Holm);
        var student = new Student();
        return
        [
            .. benchmarks.Select((benchmark, i) => Conclude(student, benchmark, estimates[i], tests[i], slower[i], faster[i], fails[i])),
        ];
    }

    // Estimates per benchmark, to be combined with those of other machines. Null if no spread is known.
    public static IReadOnlyList<TimeEvidence?> Weigh(IReadOnlyList<BenchmarkSample> benchmarks, AssumedSpread? assumed = null)
    {
        var estimates = benchmarks.Select(Estimate).ToArray();
        return
        [
            .. Test(benchmarks, estimates, null, assumed)
                .Zip(estimates, (test, estimate) =>
                    test.IsPossible
                        ? new TimeEvidence(estimate.Baseline, estimate.LogRatio, test.Error, test.DegreesOfFreedom, test.PFails)
                        : null
                ),
        ];
    }

    private static BenchmarkTest[] Test(
        IReadOnlyList<BenchmarkSample> benchmarks,
        BenchmarkEstimate[] estimates,
        SpreadPrior? stated,
        AssumedSpread? assumed
    )
    {
        var priors = benchmarks
            .Zip(estimates)
            .GroupBy(benchmark => benchmark.First.Quantity)
            .ToDictionary(
                same => same.Key,
                same =>
                    SpreadPrior.Estimate(
                        same.Where(benchmark => benchmark.Second.DegreesOfFreedom > 0)
                            .Select(benchmark => (benchmark.Second.Variance, benchmark.Second.DegreesOfFreedom))
                    )
            );
        return
        [
            .. benchmarks.Select(
                (benchmark, i) =>
                    Test(
                        benchmark,
                        estimates[i],
                        priors[benchmark.Quantity],
                        stated,
                        benchmark.Quantity == Quantity.Time ? assumed : AssumedSpread.OfRatios
                    )
            ),
        ];
    }

    // The log ratio that matters. A change within the noise floor is within the margin, however short the benchmark.
    public static double Inside(Margin margin, double baselineNanoseconds) =>
        Math.Max(margin.Log, Math.Log(1 + (margin.NoiseFloor / baselineNanoseconds)));

    private static BenchmarkEstimate Estimate(BenchmarkSample benchmark)
    {
        var baseline = LogMoments.From(benchmark.Baseline, benchmark.BaselineSummaries);
        var candidate = LogMoments.From(benchmark.Candidate, benchmark.CandidateSummaries);
        if (benchmark.Replicates.Count > 0)
            return EstimateOfReplicates(benchmark, baseline.Mean);

        LogMoments[] groups =
        [
            baseline,
            candidate,
            .. benchmark.Study.Where(launches => launches.Count > 1).Select(launches => LogMoments.From(launches, [])),
        ];
        var degreesOfFreedom = groups.Sum(group => group.Count - 1);
        var squares = groups.Sum(group => group.SumOfSquares);
        return new(
            baseline.Mean,
            candidate.Mean - baseline.Mean - benchmark.CommonLogFactor,
            (1.0 / baseline.Count) + (1.0 / candidate.Count),
            degreesOfFreedom > 0 ? squares / degreesOfFreedom : 0,
            degreesOfFreedom,
            Math.Max(baseline.Count, candidate.Count)
        );
    }

    // The ratio is what was measured. The quotient of the typical times may differ from it.
    private static BenchmarkEstimate EstimateOfReplicates(BenchmarkSample benchmark, double baseline)
    {
        double[] replicates = [.. benchmark.Replicates];
        if (!replicates.All(double.IsFinite))
            throw new ArgumentException("A replicate's log ratio is a finite number.", nameof(benchmark));
        var degreesOfFreedom = replicates.Length - 1;
        var squares = SumOfSquares(replicates);
        // The two pairs of a replicate show its spread too. The pairs of all replicates count. A benchmark that the first replicate
        // cleared had pairs that agreed, so counting only these would make all benchmarks look quieter than they are.
        var all = degreesOfFreedom + benchmark.HalfDifferences.Count;
        return new(
            baseline,
            replicates.Average(),
            1.0 / replicates.Length,
            all > 0 ? (squares + benchmark.HalfDifferences.Sum(half => half * half)) / all : 0,
            all,
            replicates.Length
        )
        {
            OwnVariance = degreesOfFreedom > 0 ? squares / degreesOfFreedom : 0,
            OwnDegreesOfFreedom = degreesOfFreedom,
        };
    }

    private static double SumOfSquares(double[] logs)
    {
        var mean = logs.Average();
        return logs.Sum(log => (log - mean) * (log - mean));
    }

    private static BenchmarkTest Test(
        BenchmarkSample benchmark,
        BenchmarkEstimate estimate,
        SpreadPrior prior,
        SpreadPrior? stated,
        AssumedSpread? assumed
    )
    {
        var spread = benchmark.IsDeviationUnknown
            ? null
            : prior.Moderate(estimate.Variance, estimate.DegreesOfFreedom) ?? stated?.Moderate(0, 0);
        var isAssumed = spread is null && assumed is not null;
        if ((spread ?? assumed?.OfALaunch) is not { } known)
            return BenchmarkTest.Impossible;

        var variance = benchmark.SummaryVariance + benchmark.CommonVariance;

        // Launches can agree to the last digit only because of the clock's resolution.
        var error = Math.Sqrt((Math.Max(known.Variance, MinVariance) * estimate.Weight) + variance);
        var margin = benchmark.Margin.Log;
        // Failing a check uses the benchmark's own spread if that is larger, so a noisy benchmark is not judged as quiet as the others.
        // With less than two degrees of freedom its own spread means little.
        var isOwn = estimate.OwnDegreesOfFreedom >= MinDegreesOfFreedomToFail;
        var larger = Math.Sqrt(
            (Math.Max(isOwn ? estimate.OwnVariance : 0, Math.Max(known.Variance, MinVariance)) * estimate.Weight) + variance
        );
        var canFail = isOwn || isAssumed || (stated is not null && estimate.DegreesOfFreedom == 0 && prior.DegreesOfFreedom == 0);
        var slower = Student.UpperTail((estimate.LogRatio - margin) / error, known.DegreesOfFreedom);
        var isOfFewLaunches =
            benchmark is { Replicates.Count: 0, Quantity: Quantity.Time } && isOwn && estimate.OwnDegreesOfFreedom <= FewDegreesOfFreedom;
        var fails =
            !canFail ? 1
            : larger == error && !isOfFewLaunches ? slower
            : Student.UpperTail(
                (estimate.LogRatio - margin) / larger,
                known.DegreesOfFreedom * (isOfFewLaunches ? ShareOfDegreesOfFreedom : 1)
            );
        return new(
            error,
            known.DegreesOfFreedom,
            slower,
            // A p value above one half is never significant after correction, and is shown nowhere.
            -estimate.LogRatio < margin
                ? 1
                : Student.UpperTail((-estimate.LogRatio - margin) / error, known.DegreesOfFreedom),
            Math.Min(1, fails / benchmark.ShareOfError),
            isAssumed
        );
    }

    // Benchmarks that cannot be tested do not count for the correction.
    private static double[] Correct(
        IReadOnlyList<BenchmarkSample> benchmarks,
        BenchmarkTest[] tests,
        Func<BenchmarkTest, double> p,
        Func<IReadOnlyList<double>, double[]> method
    )
    {
        var all = new double[tests.Length];
        Array.Fill(all, 1);
        foreach (
            var family in Enumerable
                .Range(0, tests.Length)
                .Where(i => tests[i].IsPossible)
                .GroupBy(i => benchmarks[i].Decides)
                .Select(family => family.ToArray())
        )
        {
            foreach (var (i, adjusted) in family.Zip(method([.. family.Select(i => p(tests[i]))])))
                all[i] = adjusted;
        }

        return all;
    }

    private static TimeJudgement Conclude(
        Student student,
        BenchmarkSample benchmark,
        BenchmarkEstimate estimate,
        BenchmarkTest test,
        double slower,
        double faster,
        double fails
    )
    {
        var judgement = new TimeJudgement
        {
            Baseline = Math.Exp(estimate.Baseline),
            Candidate = Math.Exp(estimate.Candidate + benchmark.CommonLogFactor),
            Ratio = Math.Exp(estimate.LogRatio),
        };
        if (!test.IsPossible)
            return judgement with { Reason = "one launch per run, and no known spread" };

        var half = student.Quantile((1 + Confidence) / 2, test.DegreesOfFreedom) * test.Error;
        var inside = Inside(benchmark.Margin, judgement.Baseline);
        judgement = judgement with
        {
            Lower = Math.Exp(estimate.LogRatio - half),
            Upper = Math.Exp(estimate.LogRatio + half),
            Spread = test.Error / Math.Sqrt(estimate.Weight),
            P = test.PSlower,
            PFails = fails,
            PClears = Student.UpperTail((inside - estimate.LogRatio) / test.Error, test.DegreesOfFreedom),
            IsSpreadAssumed = test.IsAssumed,
        };

        var floor = benchmark.Margin.NoiseFloor;
        var change = Math.Exp(estimate.Candidate) - judgement.Baseline;
        // An assumed spread is cautious already: its tails are wider than those of recorded runs.
        if (Math.Abs(change) >= floor && slower <= FalseDiscoveryRate)
            return judgement with
            {
                Verdict = Verdict.Regressed,
                FailsCheck = benchmark.Decides && fails <= (test.IsAssumed ? FamilyWiseErrorRate : LevelOfFailing),
            };
        if (Math.Abs(change) >= floor && faster <= FalseDiscoveryRate)
            return judgement with { Verdict = Verdict.Improved };
        return WithoutChange(student, benchmark, estimate, test, judgement, inside);
    }

    // Neither a regression nor an improvement is shown.
    private static TimeJudgement WithoutChange(
        Student student,
        BenchmarkSample benchmark,
        BenchmarkEstimate estimate,
        BenchmarkTest test,
        TimeJudgement judgement,
        double inside
    )
    {
        var reach = student.Quantile(1 - LevelOfEachEquivalenceTest, test.DegreesOfFreedom) * test.Error;
        var isInside = Math.Abs(estimate.LogRatio) + reach < inside;
        if (estimate.LogRatio + reach < inside && !benchmark.IsFromTable && !test.IsAssumed)
        {
            return judgement with
            {
                Verdict = isInside ? Verdict.Equivalent : Verdict.NotWorse,
                OneSided = (Math.Exp(estimate.LogRatio - reach), Math.Exp(estimate.LogRatio + reach)),
            };
        }

        return judgement with
        {
            Reason =
                test.IsAssumed ? "one launch per run, with an assumed spread"
                : isInside ? "a table cannot show that nothing changed"
                : test.PSlower <= FalseDiscoveryRate ? "beyond the margin alone, but with so many benchmarks some are by chance"
                : "the interval includes the margin",
            LaunchesToDecide =
                benchmark.IsFromTable || test.IsAssumed ? null : LaunchesToDecide(student, benchmark, estimate, test, inside),
        };
    }

    // The number of launches per build at which the interval would clear the margin on one side, if the ratio stayed the same.
    private static int? LaunchesToDecide(
        Student student,
        BenchmarkSample benchmark,
        BenchmarkEstimate estimate,
        BenchmarkTest test,
        double margin
    )
    {
        // Below the margin only the upper end of the interval decides.
        var distance = Math.Abs(estimate.LogRatio - margin);
        var isInside = estimate.LogRatio < margin;
        var deviation = test.Error / Math.Sqrt(estimate.Weight);
        var weight = benchmark.Replicates.Count > 0 ? 1.0 : 2.0;
        var share = isInside ? 1 - LevelOfEachEquivalenceTest : (1 + Confidence) / 2;
        // No quantile of Student's t is below that of the normal distribution, which is cheap.
        var least = isInside ? NormalOfOneSided : NormalOfTwoSided;
        for (var n = estimate.Launches + 1; n <= MaxLaunchesWorthNaming; n += n < 20 ? 1 : n / 10)
        {
            if (least * deviation * Math.Sqrt(weight / n) >= distance)
                continue;
            if (student.Quantile(share, Math.Max(weight * (n - 1), test.DegreesOfFreedom)) * deviation * Math.Sqrt(weight / n) < distance)
                return n;
        }

        return null;
    }

    // Weight is the variance of the log ratio as a multiple of that of a launch or replicate. Launches is that of the side with more.
    private readonly record struct BenchmarkEstimate(
        double Baseline,
        double LogRatio,
        double Weight,
        double Variance,
        double DegreesOfFreedom,
        int Launches
    )
    {
        public double Candidate => Baseline + LogRatio;

        // The variance between launches or replicates only, by which a check may fail.
        public double OwnVariance { get; init; } = Variance;

        public double OwnDegreesOfFreedom { get; init; } = DegreesOfFreedom;
    }

    private readonly record struct BenchmarkTest(
        double Error,
        double DegreesOfFreedom,
        double PSlower,
        double PFaster,
        double PFails,
        bool IsAssumed
    )
    {
        public static BenchmarkTest Impossible => default;

        public bool IsPossible => Error > 0;
    }
}

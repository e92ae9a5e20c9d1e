namespace Bench.Statistics;

// Judges whether a ratio differs by more than ratios usually do between two machine classes. The class is a random effect, so two of
// them differ by twice its variance, in addition to the spread between launches. Each benchmark is judged separately at the level of a
// 95% prediction interval: one in twenty exceeds it with no reason in the code.
internal static class MachineClassVerdicts
{
    // The factor that two classes stay within in 95% of ratios.
    public static double Within(SpreadPrior spread)
    {
        var (variance, degreesOfFreedom) = OfTwo(spread);
        return Math.Exp(new Student().Quantile((1 + TimeVerdicts.Confidence) / 2, degreesOfFreedom) * Math.Sqrt(variance));
    }

    // Intervals cover the launches only. Null if no spread is known.
    public static IReadOnlyList<TimeJudgement?> Judge(IReadOnlyList<BenchmarkSample> benchmarks, SpreadPrior spread, AssumedSpread? assumed)
    {
        var student = new Student();
        return
        [
            .. TimeVerdicts
                .Weigh(benchmarks, assumed)
                .Zip(benchmarks, (evidence, benchmark) => evidence is null ? null : Conclude(student, benchmark, evidence, OfTwo(spread))),
        ];
    }

    private static TimeJudgement Conclude(
        Student student,
        BenchmarkSample benchmark,
        TimeEvidence evidence,
        (double Variance, double DegreesOfFreedom) between
    )
    {
        var within = evidence.Error * evidence.Error;
        var variance = within + between.Variance;
        // Satterthwaite, for a sum of two variances.
        var degreesOfFreedom =
            variance
            * variance
            / ((within * within / evidence.DegreesOfFreedom) + (between.Variance * between.Variance / between.DegreesOfFreedom));
        var distance = Math.Abs(evidence.LogRatio);
        var p = 2 * Student.UpperTail(distance / Math.Sqrt(variance), degreesOfFreedom);
        var half = student.Quantile((1 + TimeVerdicts.Confidence) / 2, evidence.DegreesOfFreedom) * evidence.Error;
        var baseline = Math.Exp(evidence.LogBaseline);
        return new TimeJudgement
        {
            Baseline = baseline,
            Candidate = Math.Exp(evidence.LogBaseline + evidence.LogRatio + benchmark.CommonLogFactor),
            Ratio = Math.Exp(evidence.LogRatio),
            Lower = Math.Exp(evidence.LogRatio - half),
            Upper = Math.Exp(evidence.LogRatio + half),
            P = p,
            Verdict =
                p <= 1 - TimeVerdicts.Confidence && distance > TimeVerdicts.Inside(benchmark.Margin, baseline)
                    ? Verdict.DiffersBetweenMachines
                    : Verdict.UsualBetweenMachines,
        };
    }

    private static (double Variance, double DegreesOfFreedom) OfTwo(SpreadPrior spread)
    {
        var (variance, degreesOfFreedom) = spread.Moderate(0, 0) ?? AnotherMachineRatio.Assumed.Moderate(0, 0)!.Value;
        return (2 * variance, degreesOfFreedom);
    }
}

namespace Bench.Statistics;

/// <summary>
/// Judges what differs between two machine classes: whether by more than a ratio usually does from class to class. The class is a random
/// effect, so that two of them differ by twice its variance, besides what launches differ by. Each benchmark is judged for itself, at the
/// level of a 95 % prediction interval: one in twenty differs by that much without any reason in the code.
/// </summary>
internal static class MachineClassVerdicts
{
    /// <summary>The factor that two classes stay within in 95 % of ratios.</summary>
    /// <param name="spread">The variance of a log ratio from class to class.</param>
    public static double Within(SpreadPrior spread)
    {
        var (variance, degreesOfFreedom) = OfTwo(spread);
        return Math.Exp(new Student().Quantile((1 + TimeVerdicts.Confidence) / 2, degreesOfFreedom) * Math.Sqrt(variance));
    }

    /// <summary>Judges benchmarks of two classes.</summary>
    /// <param name="spread">The variance of a log ratio from class to class.</param>
    /// <param name="assumed">The spread between launches to assume of times where none is known.</param>
    /// <returns>For each benchmark, in the same order, its change with the interval of its launches; null where none is known.</returns>
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
        // Satterthwaite, of a sum of two variances.
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
            BaselineNanoseconds = baseline,
            CandidateNanoseconds = Math.Exp(evidence.LogBaseline + evidence.LogRatio + benchmark.CommonLogFactor),
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

namespace Bench.Statistics;

// A canary runs the same code in both builds and is measured along with the other benchmarks of a check. If its time changes, something
// else than the code did that. The gate and the study share this rule, so the study's false positive rate holds for the gate.
internal static class CanaryRule
{
    public const int MaxReplicates = 2;

    // A check of identical code is withheld in at most 1% of cases, however much its benchmarks spread.
    public const double Confidence = 0.99;

    // For all process pairs of a canary. A pair takes three to four seconds, so four of them usually fit.
    public static TimeSpan MaxTime { get; } = TimeSpan.FromSeconds(15);

    // One replicate when the others are screened, and one when they are confirmed, because only a confirmation can fail a check. The second
    // one comes earlier if the first one looks as if the machine changed. "measured" is the number of others that this stage measures.
    public static int Next(CheckStage stage, BenchmarkSample? canary, IReadOnlyList<BenchmarkSample> others, int measured) =>
        canary is { Replicates.Count: >= MaxReplicates }
            ? 0
            : stage switch
            {
                CheckStage.Screening or CheckStage.Confirmation => Math.Min(1, measured),
                CheckStage.ScreeningToEnd => canary is not null && LooksMoved(canary) ? 1 : 0,
                _ => 0,
            };

    // Borrows spread from the others. The canary moved if its whole interval is beyond the margin, on either side.
    public static CanaryJudgement Judge(BenchmarkSample canary, IReadOnlyList<BenchmarkSample> others)
    {
        var logRatio = canary.Replicates.Average();
        if (TimeVerdicts.Weigh([.. others, canary])[^1] is not { } evidence)
            return new(Math.Exp(logRatio), null, null, false);
        var half = new Student().Quantile((1 + Confidence) / 2, evidence.DegreesOfFreedom) * evidence.Error;
        var inside = TimeVerdicts.Inside(canary.Margin, Math.Exp(evidence.LogBaseline));
        return new(Math.Exp(logRatio), Math.Exp(logRatio - half), Math.Exp(logRatio + half), Math.Abs(logRatio) - half > inside);
    }

    // Without its interval, which the second replicate makes much smaller.
    private static bool LooksMoved(BenchmarkSample canary) => Math.Abs(canary.Replicates.Average()) > canary.Margin.Log;
}

namespace Bench.Statistics;

// A canary runs the same code in both builds and is measured along with the other benchmarks of a check. If its time changes, something
// else than the code did that. The gate and the study share this rule, so the study's false positive rate holds for the gate.
internal static class CanaryRule
{
    public const int MaxReplicates = 2;

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
                CheckStage.ScreeningToEnd => canary is not null && HasMoved(canary, Judge(canary, others)) ? 1 : 0,
                _ => 0,
            };

    // Borrows spread from the others.
    public static TimeJudgement Judge(BenchmarkSample canary, IReadOnlyList<BenchmarkSample> others) =>
        TimeVerdicts.Judge([.. others, canary])[^1];

    // The whole 95% interval is beyond the margin, on either side.
    public static bool HasMoved(BenchmarkSample canary, TimeJudgement judgement)
    {
        if (judgement is not { Lower: { } lower, Upper: { } upper })
            return false;
        var inside = TimeVerdicts.Inside(canary.Margin, judgement.Baseline);
        return Math.Log(lower) > inside || Math.Log(upper) < -inside;
    }
}

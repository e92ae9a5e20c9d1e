namespace Bench.Statistics;

internal sealed record TimeJudgement
{
    // The geometric mean over launches, in the unit of the samples: ns per operation, or bytes of a load test.
    public required double Baseline { get; init; }

    public required double Candidate { get; init; }

    // Candidate / baseline, with the common factor divided out.
    public required double Ratio { get; init; }

    // The ends of the 95% interval of the ratio. Null if no spread is known.
    public double? Lower { get; init; }

    public double? Upper { get; init; }

    // The 90% interval of the one-sided tests at 5%, if these decided. Null if the 95% interval decides.
    public (double Lower, double Upper)? OneSided { get; init; }

    // The interval that decides is the one that is shown.
    public (double? Lower, double? Upper) Deciding => OneSided is var (lower, upper) ? (lower, upper) : (Lower, Upper);

    // 0.95, or 0.9 for Equivalent and NotWorse, which are one-sided tests at 5%.
    public double Confidence => OneSided is null ? TimeVerdicts.Confidence : TimeVerdicts.ConfidenceOfOneSided;

    // The standard deviation between launches, or of a replicate's log ratio, including what is borrowed. Null if unknown.
    public double? Spread { get; init; }

    // True if no spread is known and AssumedSpread is used.
    public bool IsSpreadAssumed { get; init; }

    // Corrected for the number of benchmarks with Benjamini and Hochberg. Equivalent is per benchmark and uncorrected.
    public Verdict Verdict { get; init; }

    // The regression is certain enough to fail a check: Holm over all benchmarks.
    public bool FailsCheck { get; init; }

    // One-sided, uncorrected p value of a ratio this large if the true one were exactly the margin. Null if no spread is known.
    public double? P { get; init; }

    // The p value that decides whether a check fails, corrected with Holm over all benchmarks. Null if no spread is known.
    public double? PFails { get; init; }

    // One-sided, uncorrected p value of a ratio this small if the true one were exactly the margin. Null if no spread is known.
    public double? PClears { get; init; }

    // For a ratio to a baseline: it moved because the baseline did, so the verdict is that on its time.
    public bool IsBaselineMoved { get; init; }

    // Why the time is Inconclusive, or only NotWorse although it looks faster. Null for other verdicts.
    public string? Reason { get; init; }

    public OpenBy OpenBy { get; init; }

    // Approximate launches per build that would decide an Inconclusive benchmark. Null if it cannot be estimated.
    public int? LaunchesToDecide { get; init; }

    // Neither side has a figure.
    public static TimeJudgement NotMeasured(string? reason = null) =>
        new()
        {
            Baseline = double.NaN,
            Candidate = double.NaN,
            Ratio = double.NaN,
            Reason = reason ?? "it was not measured",
        };
}

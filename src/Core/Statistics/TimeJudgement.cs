namespace Bench.Statistics;

/// <summary>What is known of the change of a benchmark's time.</summary>
internal sealed record TimeJudgement
{
    /// <summary>The typical time of the baseline, ns an operation: the geometric mean over launches.</summary>
    public required double BaselineNanoseconds { get; init; }

    /// <summary>The typical time of the candidate, ns an operation.</summary>
    public required double CandidateNanoseconds { get; init; }

    /// <summary>Candidate / baseline, the common factor of all times taken out.</summary>
    public required double Ratio { get; init; }

    /// <summary>The lower end of the 95 % interval of the ratio; null where no spread is known.</summary>
    public double? Lower { get; init; }

    /// <summary>The upper end of the 95 % interval of the ratio.</summary>
    public double? Upper { get; init; }

    /// <summary>The 90 % interval of what one-sided tests at 5 % decided; null where the 95 % interval decides.</summary>
    public (double Lower, double Upper)? OneSided { get; init; }

    /// <summary>The interval that decides, which is the one that a verdict is shown with.</summary>
    public (double? Lower, double? Upper) Deciding => OneSided is var (lower, upper) ? (lower, upper) : (Lower, Upper);

    /// <summary>
    /// The confidence of the interval that decides: 0.95, and 0.9 for what is Equivalent or NotWorse, which are
    /// one-sided tests at 5 %.
    /// </summary>
    public double Confidence => OneSided is null ? TimeVerdicts.Confidence : TimeVerdicts.ConfidenceOfOneSided;

    /// <summary>
    /// The standard deviation between launches, or of a replicate's log ratio, borrowed strength included; null where none is known.
    /// </summary>
    public double? Spread { get; init; }

    /// <summary>Whether nothing is known of the spread, so that <see cref="AssumedSpread"/> stands in.</summary>
    public bool IsSpreadAssumed { get; init; }

    /// <summary>
    /// The verdict, corrected for the number of benchmarks by Benjamini and Hochberg (Equivalent is per benchmark, uncorrected).
    /// </summary>
    public Verdict Verdict { get; init; }

    /// <summary>Whether the regression is sure enough to fail a check: Holm over all benchmarks.</summary>
    public bool FailsCheck { get; init; }

    /// <summary>
    /// The chance of such a slowdown if the true one were exactly the margin; one-sided, uncorrected; null where no spread is known.
    /// </summary>
    public double? P { get; init; }

    /// <summary>The same by what may fail a check, Holm over all benchmarks; null where no spread is known.</summary>
    public double? PFails { get; init; }

    /// <summary>
    /// The chance of such a small ratio if the true one were exactly the margin; one-sided, uncorrected; null where no spread is known.
    /// </summary>
    public double? PClears { get; init; }

    /// <summary>Of a ratio to a baseline: whether it moved because the baseline did, so that the verdict is that on its time.</summary>
    public bool IsBaselineMoved { get; init; }

    /// <summary>
    /// Why the benchmark is Inconclusive, judged by its time, or only NotWorse though it looks faster; null for other verdicts.
    /// </summary>
    public string? Reason { get; init; }

    /// <summary>What leaves it Inconclusive.</summary>
    public OpenBy OpenBy { get; init; }

    /// <summary>About how many launches a side would decide an Inconclusive benchmark; null where that can't be said.</summary>
    public int? LaunchesToDecide { get; init; }
}

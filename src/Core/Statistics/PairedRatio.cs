namespace Bench.Statistics;

/// <summary>
/// The ratio of two processes that were measured alternately: the median over rounds of the paired ratio, so that what the machine does in
/// a round hits both. Collections fall into some rounds and not into others, so that the median round has too few or too many: the time
/// that they stopped the process is left out of the rounds and added as its mean.
/// </summary>
/// <param name="LogRatio">The natural logarithm of alternative / baseline.</param>
/// <param name="StandardError">Of the logarithm, from the spread between rounds: 1.2533 standard errors of a mean, the spread from the
/// median absolute deviation.</param>
/// <param name="Rounds">How many rounds there are, at least 1.</param>
internal readonly record struct PairedRatio(double LogRatio, double StandardError, int Rounds)
{
    /// <summary>What is left of a benchmark that takes no longer than an empty one, ns an invocation.</summary>
    private const double Unmeasurable = 0.1;

    public double Ratio => Math.Exp(LogRatio);

    /// <summary>Estimates the ratio of the rounds that both have.</summary>
    /// <param name="baseline">The slices of the baseline, in the order of the rounds.</param>
    /// <param name="baselineOverhead">What an empty call takes in the baseline's process, ns an operation.</param>
    /// <param name="baselineOperations">How many operations an invocation of the baseline has, 1 or more.</param>
    /// <param name="isByProcessor">Whether processor time is compared, which all slices must have, and not the time on the wall.</param>
    /// <returns>The estimate; null where they have no round in common.</returns>
    public static PairedRatio? Estimate(
        IReadOnlyList<TimedSlice> baseline,
        double baselineOverhead,
        IReadOnlyList<TimedSlice> alternative,
        double alternativeOverhead,
        int baselineOperations = 1,
        int alternativeOperations = 1,
        bool isByProcessor = false
    )
    {
        var rounds = Math.Min(baseline.Count, alternative.Count);
        if (rounds == 0)
            return null;

        double[] before = Running(baseline, baselineOverhead, baselineOperations);
        double[] after = Running(alternative, alternativeOverhead, alternativeOperations);
        double[] logs = [.. before.Zip(after, (one, other) => Math.Log(other / one))];
        var center = Median(logs);
        var deviation = 1.4826 * Median([.. logs.Select(log => Math.Abs(log - center))]);
        var typical = Median(before);
        var pausedBefore = baseline.Take(rounds).Average(slice => slice.PausedPerOperation(isByProcessor));
        var pausedAfter = alternative.Take(rounds).Average(slice => slice.PausedPerOperation(isByProcessor));
        return new(
            Math.Log(((typical * Math.Exp(center)) + pausedAfter) / (typical + pausedBefore)),
            1.2533 * deviation / Math.Sqrt(rounds),
            rounds
        );

        double[] Running(IReadOnlyList<TimedSlice> slices, double overhead, int operations) =>
            [.. slices.Take(rounds).Select(slice => Math.Max(slice.NetPerOperation(isByProcessor) - overhead, Unmeasurable / operations))];
    }

    /// <summary>The ratio to a baseline that ran in several processes at the same time.</summary>
    /// <returns>
    /// The geometric mean; the error is the mean of theirs, because the alternative's noise is in all of them; the rounds are those of the
    /// shortest.
    /// </returns>
    public static PairedRatio Average(IReadOnlyCollection<PairedRatio> ratios) =>
        new(ratios.Average(ratio => ratio.LogRatio), ratios.Average(ratio => ratio.StandardError), ratios.Min(ratio => ratio.Rounds));

    // Without a library: the process that asks may be one that is measured.
    private static double Median(double[] values)
    {
        Array.Sort(values = [.. values]);
        return (values[(values.Length - 1) / 2] + values[values.Length / 2]) / 2;
    }
}

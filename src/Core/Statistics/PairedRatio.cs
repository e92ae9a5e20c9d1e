namespace Bench.Statistics;

// The ratio of two processes that were measured alternately. It is the median over rounds of the paired ratio, so disturbances of the
// machine hit both. Garbage collections fall into some rounds only, so the median round has too few or too many. Their pauses are
// therefore left out of the rounds and added as a mean. StandardError is that of the logarithm: 1.2533 standard errors of a mean,
// with the spread from the median absolute deviation.
internal readonly record struct PairedRatio(double LogRatio, double StandardError, int Rounds)
{
    // In ns per invocation: the floor for a benchmark that takes no longer than an empty one.
    private const double Unmeasurable = 0.1;

    public double Ratio => Math.Exp(LogRatio);

    // The overheads are the time of an empty call in each process, in ns per operation. The operations are those per invocation.
    // `isByProcessor` compares processor time, which all slices must have. Null if both have no round in common.
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

    // The ratio to a baseline that ran in several processes at the same time. The error is the mean of theirs and not smaller, because the
    // variant's noise is in all of them.
    public static PairedRatio Average(IReadOnlyCollection<PairedRatio> ratios) =>
        new(ratios.Average(ratio => ratio.LogRatio), ratios.Average(ratio => ratio.StandardError), ratios.Min(ratio => ratio.Rounds));

    // No library here: this may run inside a measured process.
    private static double Median(double[] values)
    {
        Array.Sort(values = [.. values]);
        return (values[(values.Length - 1) / 2] + values[values.Length / 2]) / 2;
    }
}

namespace Bench.Statistics;

// The moments of the logarithms that Student's t needs. They suffice if only a table was kept.
// SumOfSquares is the sum of squared distances from the mean.
internal readonly record struct LogMoments(double Mean, double SumOfSquares, int Count)
{
    // The standard deviation is that of the logarithms, and 0 for a single value.
    public static LogMoments FromSummary(double geometricMean, double standardDeviation, int count) =>
        new(Log(geometricMean), standardDeviation * standardDeviation * (count - 1), count);

    public static LogMoments From(IReadOnlyList<double> values, IReadOnlyList<LogMoments> summaries)
    {
        LogMoments[] all = [.. values.Select(value => new LogMoments(Log(value), 0, 1)), .. summaries];
        if (all.Length == 0)
            throw new ArgumentException("A benchmark needs launches in both runs.", nameof(values));

        var count = all.Sum(part => part.Count);
        var mean = all.Sum(part => part.Count * part.Mean) / count;
        return new(mean, all.Sum(part => part.SumOfSquares + (part.Count * (part.Mean - mean) * (part.Mean - mean))), count);
    }

    private static double Log(double value) =>
        value > 0 && double.IsFinite(value)
            ? Math.Log(value)
            : throw new ArgumentException("Logarithms need finite values above 0.", nameof(value));
}

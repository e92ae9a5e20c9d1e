namespace Bench.Statistics;

/// <summary>What Student's t needs of values, on their logarithms: enough where only a table was kept.</summary>
/// <param name="SumOfSquares">The sum of their squared distances from the mean, 0 or more.</param>
/// <param name="Count">The number of values, 1 or more.</param>
internal readonly record struct LogMoments(double Mean, double SumOfSquares, int Count)
{
    /// <summary>The moments of values that were summarized.</summary>
    /// <param name="standardDeviation">The standard deviation of their logarithms; 0 for a single value.</param>
    /// <exception cref="ArgumentException">The mean is no finite number above 0.</exception>
    public static LogMoments FromSummary(double geometricMean, double standardDeviation, int count) =>
        new(Log(geometricMean), standardDeviation * standardDeviation * (count - 1), count);

    public static LogMoments From(IReadOnlyList<double> values, IReadOnlyList<LogMoments> summaries)
    {
        LogMoments[] all = [.. values.Select(value => new LogMoments(Log(value), 0, 1)), .. summaries];
        if (all.Length == 0)
            throw new ArgumentException("A benchmark needs launches on both sides.", nameof(values));

        var count = all.Sum(part => part.Count);
        var mean = all.Sum(part => part.Count * part.Mean) / count;
        return new(mean, all.Sum(part => part.SumOfSquares + (part.Count * (part.Mean - mean) * (part.Mean - mean))), count);
    }

    private static double Log(double value) =>
        value > 0 && double.IsFinite(value)
            ? Math.Log(value)
            : throw new ArgumentException("Logarithms need finite values above 0.", nameof(value));
}

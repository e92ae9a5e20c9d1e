namespace Bench.Statistics;

/// <summary>What Student's t needs of values, on their logarithms: enough where only a table was kept.</summary>
/// <param name="Mean">The mean of the logarithms.</param>
/// <param name="SumOfSquares">The sum of their squared distances from the mean, 0 or more.</param>
/// <param name="Count">The number of values, 1 or more.</param>
public readonly record struct LogMoments(double Mean, double SumOfSquares, int Count)
{
    /// <summary>The moments of values that were summarized.</summary>
    /// <param name="geometricMean">Their geometric mean, above 0.</param>
    /// <param name="standardDeviation">The standard deviation of their logarithms; 0 for a single value.</param>
    /// <param name="count">Their number.</param>
    /// <returns>The moments.</returns>
    /// <exception cref="ArgumentException">The mean is no finite number above 0.</exception>
    public static LogMoments FromSummary(double geometricMean, double standardDeviation, int count) =>
        new(Log(geometricMean), standardDeviation * standardDeviation * (count - 1), count);

    /// <summary>The moments of all values together.</summary>
    /// <param name="values">Values above 0.</param>
    /// <param name="summaries">Values of which only the moments are known.</param>
    /// <returns>The moments, as if all values were known.</returns>
    /// <exception cref="ArgumentException">There are no values, or one is no finite number above 0.</exception>
    public static LogMoments From(IReadOnlyList<double> values, IReadOnlyList<LogMoments> summaries)
    {
        ArgumentNullException.ThrowIfNull(values);
        ArgumentNullException.ThrowIfNull(summaries);
        LogMoments[] all = [.. values.Select(value => new LogMoments(Log(value), 0, 1)), .. summaries];
        if (all.Length == 0)
            throw new ArgumentException("A benchmark needs launches on both sides.", nameof(values));

        var count = all.Sum(part => part.Count);
        var mean = all.Sum(part => part.Count * part.Mean) / count;
        return new(mean, all.Sum(part => part.SumOfSquares + (part.Count * (part.Mean - mean) * (part.Mean - mean))), count);
    }

    private static double Log(double value) => value > 0 && double.IsFinite(value)
        ? Math.Log(value)
        : throw new ArgumentException("Logarithms need finite values above 0.", nameof(value));
}

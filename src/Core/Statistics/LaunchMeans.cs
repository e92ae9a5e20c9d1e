namespace Bench.Statistics;

// A launch is the replicate, because differences between processes (code layout, compilation, memory) do not average out inside one.
// Benchmarks of a run are measured minutes apart, so the ratio of two includes the machine's drift.
internal static class LaunchMeans
{
    // Also the minimum for publishing a table.
    public const int MinLaunches = 3;

    // Two-sided. A reader sees many intervals at once, so 95% would show too many false differences.
    public const double Confidence = 0.99;

    // The standard deviation between launches of the log means, relative (0.01 = 1%). NaN for fewer than two launches or a time of 0.
    public static double Spread(IReadOnlyCollection<double> means)
    {
        if (means.Count < 2 || means.Any(mean => mean <= 0))
            return double.NaN;

        var (_, variance) = LogMoments(means);
        return Math.Sqrt(variance);
    }

    // The drift between the benchmarks of a table: the median of their launch spreads. The launches of a benchmark follow each other
    // within a minute, so their mean does not average out what differs between that minute and another benchmark's. The benchmark itself
    // cannot show that part, so it is assumed to be as large as between two launches. Relative; 0 if no benchmark has a spread.
    public static double Drift(IEnumerable<IReadOnlyCollection<double>> benchmarks)
    {
        double[] spreads = [.. benchmarks.Select(Spread).Where(spread => !double.IsNaN(spread)).Order()];
        return spreads.Length == 0 ? 0 : (spreads[(spreads.Length - 1) / 2] + spreads[spreads.Length / 2]) / 2;
    }

    // Welch's t on the logarithms of the launch means (Welch 1947), with the variance of both benchmarks' drift added.
    // Use drift 0 for benchmarks measured at the same time. Null if a side has fewer than MinLaunches launches or a time of 0.
    public static RatioInterval? Compare(IReadOnlyCollection<double> baseline, IReadOnlyCollection<double> alternative, double drift)
    {
        if (baseline.Count < MinLaunches || alternative.Count < MinLaunches || baseline.Concat(alternative).Any(mean => mean <= 0))
            return null;

        var (baselineMean, baselineVariance) = LogMoments(baseline);
        var (alternativeMean, alternativeVariance) = LogMoments(alternative);
        var a = baselineVariance / baseline.Count;
        var b = alternativeVariance / alternative.Count;
        var difference = alternativeMean - baselineMean;
        // The drift comes from many benchmarks, so it counts as known: no term of its own in Satterthwaite's denominator.
        var variance = a + b + (2 * drift * drift);
        if (variance == 0)
            return new RatioInterval(Math.Exp(difference), Math.Exp(difference), Math.Exp(difference));

        var degreesOfFreedom = variance * variance / ((a * a / (baseline.Count - 1)) + (b * b / (alternative.Count - 1)));
        var half = new Student().Quantile((1 + Confidence) / 2, degreesOfFreedom) * Math.Sqrt(variance);
        return new RatioInterval(Math.Exp(difference), Math.Exp(difference - half), Math.Exp(difference + half));
    }

    private static (double Mean, double Variance) LogMoments(IReadOnlyCollection<double> means)
    {
        var logs = means.Select(mean => Math.Log(mean)).ToArray();
        var center = logs.Average();
        return (center, logs.Sum(log => (log - center) * (log - center)) / (logs.Length - 1));
    }
}

internal readonly record struct RatioInterval(double Ratio, double Lower, double Upper)
{
    public bool ShowsDifference => Lower > 1 || Upper < 1;

    public override string ToString() =>
        ShowsDifference
            ? FormattableString.Invariant($"{Ratio:0.00}x ({Lower:0.00}-{Upper:0.00})")
            : FormattableString.Invariant($"no significant difference ({Lower:0.00}-{Upper:0.00})");
}

namespace Bench.Statistics;

/// <summary>
/// What the launches of the benchmarks of one run say. A launch is the replicate: what differs between processes (code layout, compilation,
/// memory) does not average out inside one. Benchmarks of a run are measured minutes apart, so a ratio of two holds the machine's drift as
/// well.
/// </summary>
internal static class LaunchMeans
{
    /// <summary>The fewest launches a difference is judged on, and a table is published with.</summary>
    public const int MinLaunches = 3;

    /// <summary>Two-sided confidence of an interval: many benchmarks are read side by side, so 95 % would show too many.</summary>
    public const double Confidence = 0.99;

    /// <summary>The standard deviation between launches, of the logarithms of their means.</summary>
    /// <param name="means">The mean of each launch, ns an operation.</param>
    /// <returns>It, relative (0.01 = 1 %); NaN for fewer than two launches or a benchmark too short to be measured.</returns>
    public static double Spread(IReadOnlyCollection<double> means)
    {
        if (means.Count < 2 || means.Any(mean => mean <= 0))
            return double.NaN;

        var (_, variance) = LogMoments(means);
        return Math.Sqrt(variance);
    }

    /// <summary>
    /// The drift between the benchmarks of a table: the median of their launch spreads. The launches of a benchmark follow each other
    /// within a minute and share what the machine does in it, so averaging them takes away what differs between them, not what differs
    /// between that minute and another benchmark's. How much that is can't be seen in the benchmark itself; it is taken to be as much as
    /// between two launches.
    /// </summary>
    /// <returns>A relative standard deviation; 0 where no benchmark has a spread.</returns>
    public static double Drift(IEnumerable<IReadOnlyCollection<double>> benchmarks)
    {
        double[] spreads = [.. benchmarks.Select(Spread).Where(spread => !double.IsNaN(spread)).Order()];
        return spreads.Length == 0 ? 0 : (spreads[(spreads.Length - 1) / 2] + spreads[spreads.Length / 2]) / 2;
    }

    /// <summary>
    /// The ratio alternative / baseline of the geometric means with its interval, by Welch's t on the logarithms of the launch
    /// means (Welch 1947), to whose variance that of the drift of both benchmarks is added.
    /// </summary>
    /// <param name="drift">What <see cref="Drift"/> says of their table; 0 for benchmarks measured at the same time.</param>
    /// <returns>The ratio; null where one side has fewer than <see cref="MinLaunches"/> launches, or one without a time.</returns>
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

/// <summary>A ratio of times, alternative / baseline, and the interval that holds it.</summary>
internal readonly record struct RatioInterval(double Ratio, double Lower, double Upper)
{
    public bool ShowsDifference => Lower > 1 || Upper < 1;

    public override string ToString() =>
        ShowsDifference
            ? FormattableString.Invariant($"{Ratio:0.00}x ({Lower:0.00}-{Upper:0.00})")
            : FormattableString.Invariant($"no significant difference ({Lower:0.00}-{Upper:0.00})");
}

using MathNet.Numerics.Statistics;

namespace Bench.Statistics;

/// <summary>
/// The factor by which all times of a run differ from those of another: another hour, another machine, or a change that slows
/// everything. Estimated by Tukey's biweight of the log ratios, which gives no weight to what lies far off, with the interval of
/// Mosteller and Tukey, "Data Analysis and Regression" (1977), chapter 10: a minority of benchmarks that really changed does not move it.
/// </summary>
/// <param name="Lower">The lower end of its 95 % interval.</param>
/// <param name="Groups">How many groups of benchmarks it was estimated from; benchmarks measured interleaved are one.</param>
internal sealed record CommonFactor(double Ratio, double Lower, double Upper, int Groups)
{
    /// <summary>
    /// The fewest groups it is estimated from: the fewest whose distribution-free 95 % interval for the median, from the second to the
    /// last but one, leaves out an extreme value on either side, and of which two that changed are less than a quarter.
    /// </summary>
    public const int MinGroups = 9;

    private const double Confidence = 0.95;

    // In median absolute deviations: about four standard deviations.
    private const double Reach = 6;

    // Mosteller and Tukey have 0.7; of nine groups the interval then holds the truth in 93 % of cases, with 0.5 in 95 %.
    private const double DegreesOfFreedomShare = 0.5;
    private const double MinDeviation = 1e-4;

    public double StandardError { get; private init; }

    public static CommonFactor? Estimate(IEnumerable<IReadOnlyCollection<double>> groups)
    {
        double[] logs =
        [
            .. groups.Select(group =>
                group.Count > 0 && group.All(double.IsFinite)
                    ? group.Median()
                    : throw new ArgumentException("A group needs finite log ratios.", nameof(groups))
            ),
        ];
        if (logs.Length < MinGroups)
            return null;

        var center = logs.Median();
        var reach = Reach * Math.Max(MinDeviation, logs.Select(log => Math.Abs(log - center)).Median());
        for (var i = 0; i < 50; i++)
        {
            var weights = logs.Select(log => Weight((log - center) / reach)).ToArray();
            var next = logs.Zip(weights, (log, weight) => log * weight).Sum() / weights.Sum();
            var step = Math.Abs(next - center);
            center = next;
            if (step < 1e-12)
                break;
        }

        double squares = 0,
            slopes = 0;
        foreach (var log in logs)
        {
            var distance = (log - center) / reach;
            var u = distance * distance;
            if (u >= 1)
                continue;
            squares += (log - center) * (log - center) * Math.Pow(1 - u, 4);
            slopes += (1 - u) * (1 - (5 * u));
        }

        var error = Math.Sqrt(squares / (slopes * Math.Max(1, slopes - 1)));
        var half = new Student().Quantile((1 + Confidence) / 2, DegreesOfFreedomShare * (logs.Length - 1)) * error;
        return new(Math.Exp(center), Math.Exp(center - half), Math.Exp(center + half), logs.Length) { StandardError = error };
    }

    /// <summary>Whether it is large enough to be taken out: its interval excludes 1, and it exceeds half the margin.</summary>
    /// <param name="margin">How large a change must be to matter.</param>
    public bool IsMaterial(Margin margin)
    {
        return (Lower > 1 || Upper < 1) && Math.Abs(Math.Log(Ratio)) > margin.Log / 2;
    }

    private static double Weight(double distance) => Math.Abs(distance) < 1 ? Math.Pow(1 - (distance * distance), 2) : 0;
}

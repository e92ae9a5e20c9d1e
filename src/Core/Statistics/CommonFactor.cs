using MathNet.Numerics.Statistics;

namespace Bench.Statistics;

// The factor by which all times of a run differ from those of another: another hour, another machine, or a change that slows
// everything. Estimated with Tukey's biweight of the log ratios, which ignores outliers, and the interval of Mosteller and Tukey,
// "Data Analysis and Regression" (1977), chapter 10. A minority of benchmarks that really changed does not move it.
// Lower and Upper are the ends of the 95% interval. Benchmarks measured interleaved with each other are one group.
internal sealed record CommonFactor(double Ratio, double Lower, double Upper, int Groups)
{
    // From this number on, the distribution-free 95% interval for the median reaches from the second group to the last but one. It
    // therefore excludes an extreme value at either end. Two groups that changed are then less than a quarter.
    public const int MinGroups = 9;

    private const double Confidence = 0.95;

    // In median absolute deviations: about four standard deviations.
    private const double Reach = 6;

    // Mosteller and Tukey use 0.7. With nine groups that interval covers the true value in 93% of cases, and with 0.5 in 95%.
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

    // A material factor is divided out of the ratios.
    public bool IsMaterial(Margin margin)
    {
        return (Lower > 1 || Upper < 1) && Math.Abs(Math.Log(Ratio)) > margin.Log / 2;
    }

    private static double Weight(double distance) => Math.Abs(distance) < 1 ? Math.Pow(1 - (distance * distance), 2) : 0;
}

using Bench.Statistics;
using MathNet.Numerics.Statistics;

namespace Bench.Runner;

// Measures replicates until the confidence interval lies inside or beyond the margin. Each look gets its share of the error, so that the
// sum holds (Bonferroni over the looks). See Lan and DeMets, "Discrete sequential boundaries for clinical trials", Biometrika 70, 1983.
internal static class SequentialComparison
{
    // Numbers of replicates after which the interval is computed.
    public static IReadOnlyList<int> Looks { get; } = [3, 4, 6, 8, 12, 16];

    // As a logarithm. Three replicates may agree by chance, and then their standard deviation is far too small.
    private const double SmallestDeviation = 0.005;

    /// <param name="replicates">Measures so many more and returns the log ratios of all so far; empty if the benchmark failed.</param>
    /// <param name="margin">Called at each look, because it may depend on what was measured.</param>
    /// <param name="error">Two-sided error of the whole comparison, over all looks.</param>
    /// <returns>Null if the benchmark failed.</returns>
    public static CommitComparison? Run(Func<int, IReadOnlyList<double>> replicates, Func<double> margin, double error)
    {
        CommitComparison? comparison = null;
        var done = 0;
        foreach (var look in Looks)
        {
            var logs = replicates(look - done);
            done = look;
            if (logs.Count < 2)
                return null;
            comparison = Estimate(logs, error / Looks.Count);
            if (comparison.Value.IsInside(margin()) || comparison.Value.Direction(margin()) != 0)
                break;
        }

        return comparison;
    }

    internal static CommitComparison Estimate(IReadOnlyList<double> logs, double error)
    {
        var mean = logs.Mean();
        var deviation = Math.Max(logs.StandardDeviation(), SmallestDeviation);
        var half = new Student().Quantile(1 - (error / 2), logs.Count - 1) * deviation / Math.Sqrt(logs.Count);
        return new CommitComparison(mean, mean - half, mean + half, logs.Count);
    }
}

using Bench.Statistics;
using MathNet.Numerics.Statistics;

namespace Bench.Runner;

/// <summary>
/// Compares by replicates until the interval lies beyond the margin or inside it. Each look has its share of the error, so that their sum
/// holds (Bonferroni over the looks; Lan and DeMets, "Discrete sequential boundaries for clinical trials", Biometrika 70, 1983).
/// </summary>
internal static class SequentialComparison
{
    /// <summary>After how many replicates it is looked at.</summary>
    public static IReadOnlyList<int> Looks { get; } = [3, 4, 6, 8, 12, 16];

    /// <summary>Three replicates that happen to agree say nothing of the next.</summary>
    private const double SmallestDeviation = 0.005;

    /// <summary>Measures until it is decided.</summary>
    /// <param name="replicates">Measures so many more, and returns the log ratios of all so far; none where the benchmark failed.</param>
    /// <param name="error">The error of the whole comparison, on both sides together, over all looks.</param>
    /// <param name="margin">Read at each look: it may depend on what was measured.</param>
    /// <returns>The comparison, decided or after the last look; null where the benchmark failed.</returns>
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

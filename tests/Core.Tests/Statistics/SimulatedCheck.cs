using Bench.Statistics;

namespace Bench.Core.Tests;

/// <summary>A check of benchmarks whose replicates are drawn, by the plan that the gate measures by.</summary>
internal static class SimulatedCheck
{
    /// <param name="draw">The next log ratio of a benchmark.</param>
    public static ScreenedSample[] Run(int benchmarks, Margin margin, Func<int, double> draw)
    {
        var replicates = Enumerable.Range(0, benchmarks).Select(_ => new List<double>()).ToArray();
        var confirmation = new int[benchmarks];
        CheckPlan.Run(
            () => [.. replicates.Select((own, benchmark) => new CheckedBenchmark(Sample(own, margin), confirmation[benchmark]))],
            (stage, next) =>
            {
                for (var benchmark = 0; benchmark < benchmarks; benchmark++)
                {
                    for (var i = 0; i < next[benchmark]; i++)
                        replicates[benchmark].Add(draw(benchmark));
                    confirmation[benchmark] += CheckPlan.IsConfirmation(stage) ? next[benchmark] : 0;
                }
            }
        );
        return [.. replicates.Select((own, benchmark) => new ScreenedSample(Sample(own, margin), confirmation[benchmark]))];
    }

    public static BenchmarkSample Sample(IReadOnlyList<double> replicates, Margin? margin = null) =>
        new()
        {
            Baseline = [.. replicates.Select(_ => 1000.0)],
            Candidate = [.. replicates.Select(replicate => 1000 * Math.Exp(replicate))],
            Replicates = [.. replicates],
            Margin = margin ?? Margin.Default,
        };
}

namespace Bench.Core.Tests;

/// <summary>A check of benchmarks with drawn replicates, with the plan of the gate.</summary>
internal static class SimulatedCheck
{
    /// <param name="draw">Draws the next log ratio of a benchmark.</param>
    public static BenchmarkSample[] Run(int benchmarks, Margin margin, Func<int, double> draw)
    {
        var replicates = Enumerable.Range(0, benchmarks).Select(_ => new List<double>()).ToArray();
        var halfDifferences = Enumerable.Range(0, benchmarks).Select(_ => new List<double>()).ToArray();
        var samples = new BenchmarkSample?[benchmarks];
        var confirmation = new int[benchmarks];
        CheckPlan.Run(
            () => [.. Samples().Select(sample => new CheckedBenchmark(sample))],
            (stage, next) =>
            {
                for (var benchmark = 0; benchmark < benchmarks; benchmark++)
                {
                    for (var i = 0; i < next[benchmark]; i++)
                    {
                        replicates[benchmark].Add(draw(benchmark));
                        // As far from 0 as a replicate is from its mean.
                        halfDifferences[benchmark].Add((draw(benchmark) - draw(benchmark)) / Math.Sqrt(2));
                    }

                    if (next[benchmark] > 0)
                        samples[benchmark] = null;
                    confirmation[benchmark] += CheckPlan.IsConfirmation(stage) ? next[benchmark] : 0;
                }
            }
        );
        return [.. Samples()];

        IEnumerable<BenchmarkSample> Samples() =>
            Enumerable
                .Range(0, benchmarks)
                .Select(i =>
                    samples[i] ??= Sample(replicates[i], margin, confirmation[i]) with { HalfDifferences = [.. halfDifferences[i]] }
                );
    }

    public static BenchmarkSample Sample(IReadOnlyList<double> replicates, Margin? margin = null, int confirmation = 0) =>
        new()
        {
            Baseline = [.. replicates.Select(_ => 1000.0)],
            Candidate = [.. replicates.Select(replicate => 1000 * Math.Exp(replicate))],
            Replicates = [.. replicates],
            ConfirmationReplicates = confirmation,
            Margin = margin ?? Margin.Default,
        };
}

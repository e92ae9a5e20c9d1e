using MathNet.Numerics.Statistics;

namespace Lab.Study;

/// <summary>
/// How much an injected change slows each benchmark. A few replicates give a noisy estimate, so each estimate is shrunk towards
/// the mean of all, as far as that noise explains their differences. This is empirical Bayes: Morris,
/// "Parametric Empirical Bayes Inference: Theory and Applications", Journal of the American Statistical Association 78, 1983.
/// </summary>
internal static class EffectSizes
{
    private const int MinBenchmarks = 3;

    /// <param name="slowed">The replicates with the change.</param>
    /// <param name="identical">The replicates without it, of at least the same benchmarks. They give the spread.</param>
    /// <returns>The log ratio of each slowed benchmark.</returns>
    public static IReadOnlyDictionary<string, double> Estimate(
        IReadOnlyList<RecordedBenchmark> slowed,
        IReadOnlyList<RecordedBenchmark> identical
    )
    {
        var spreads = identical
            .Where(benchmark => double.IsFinite(benchmark.SpreadOfReplicates))
            .ToDictionary(benchmark => benchmark.Benchmark, benchmark => benchmark.SpreadOfReplicates, StringComparer.Ordinal);
        if (slowed.Count < MinBenchmarks || !slowed.All(benchmark => spreads.ContainsKey(benchmark.Benchmark)))
            return slowed.ToDictionary(benchmark => benchmark.Benchmark, benchmark => benchmark.MeanLogRatio, StringComparer.Ordinal);

        var center = slowed.Average(benchmark => benchmark.MeanLogRatio);
        var between = Math.Max(0, slowed.Select(benchmark => benchmark.MeanLogRatio).Variance() - slowed.Average(Error));
        return slowed.ToDictionary(
            benchmark => benchmark.Benchmark,
            benchmark => center + (between == 0 ? 0 : between / (between + Error(benchmark)) * (benchmark.MeanLogRatio - center)),
            StringComparer.Ordinal
        );

        double Error(RecordedBenchmark benchmark) => Math.Pow(spreads[benchmark.Benchmark], 2) / benchmark.Replicates.Count;
    }
}

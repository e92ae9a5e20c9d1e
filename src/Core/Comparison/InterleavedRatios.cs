using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

// The ratios to the baselines of an interleaved run, with the intervals that its own table has.
internal static class InterleavedRatios
{
    // Takes a run with its launches, or its tables.
    public static IReadOnlyDictionary<BenchmarkResult, LaunchRatio> Create(Run run)
    {
        var launches = run
            .Benchmarks.Where(benchmark => benchmark.ToBaseline is { Launches.Count: > 0 } or { Summaries.Count: 1 })
            .ToDictionary(benchmark => benchmark, benchmark => Moments(benchmark.ToBaseline!), ReferenceComparer);
        var baselines = new InterleavedBaselines(run.Benchmarks);
        var prior = LaunchRatio.EstimatePrior(
            launches.GroupBy(one => baselines.CategoryOf(one.Key)).Select(category => category.Select(one => one.Value.Moments))
        );
        return launches.ToDictionary(
            one => one.Key,
            one => LaunchRatio.Create(one.Value.Moments, one.Value.StandardError, prior),
            ReferenceComparer
        );
    }

    // The ratio of each pair of variants in a comparison group, in one direction. Both were measured in the same rounds.
    // Needs the launches.
    public static IEnumerable<(BenchmarkResult Benchmark, BenchmarkResult Against, LaunchRatio Ratio)> CreateBetweenAlternatives(Run run)
    {
        var launches = run
            .Benchmarks.Where(benchmark => benchmark.ToBaseline is { Launches.Count: > 0 })
            .Select(benchmark => (Benchmark: benchmark, Launches: Launches(benchmark.ToBaseline!)))
            .ToArray();
        var baselines = new InterleavedBaselines(run.Benchmarks);
        var categories = launches.GroupBy(one => baselines.CategoryOf(one.Benchmark)).Select(category => category.ToArray()).ToArray();
        var prior = LaunchRatio.EstimatePrior(categories.Select(category => category.Select(one => one.Launches)));
        foreach (var category in categories)
        {
            for (var i = 0; i < category.Length; i++)
            {
                foreach (var other in category[(i + 1)..].Where(other => other.Launches.Count == category[i].Launches.Count))
                {
                    PairedRatio[] ratios =
                    [
                        .. category[i]
                            .Launches.Zip(other.Launches, (one, against) =>
                                new PairedRatio(
                                    one.LogRatio - against.LogRatio,
                                    Math.Sqrt((one.StandardError * one.StandardError) + (against.StandardError * against.StandardError)),
                                    1
                                )
                            ),
                    ];
                    yield return (category[i].Benchmark, other.Benchmark, LaunchRatio.Create(ratios, prior)!);
                }
            }
        }
    }

    // A table has the mean and the spread, rounded to the digits that it shows.
    private static (LogMoments Moments, double StandardError) Moments(BaselineRatios ratios)
    {
        if (Launches(ratios) is [var first, ..] launches)
            return (LaunchRatio.Moments(launches), first.StandardError);
        var summary = ratios.Summaries[0];
        return (LogMoments.FromSummary(summary.Ratio, summary.Launches?.StandardDeviation ?? 0, summary.Launches?.Launches ?? 1), 0);
    }

    // Benchmarks are records, and two of them may be equal.
    private static IEqualityComparer<BenchmarkResult> ReferenceComparer { get; } =
        EqualityComparer<BenchmarkResult>.Create(ReferenceEquals, System.Runtime.CompilerServices.RuntimeHelpers.GetHashCode);

    private static IReadOnlyList<PairedRatio> Launches(BaselineRatios ratios) =>
        [
            .. ratios.Launches.Select(
                (ratio, i) => new PairedRatio(Math.Log(ratio), ratios.Errors.Count == ratios.Launches.Count ? ratios.Errors[i] : 0, 1)
            ),
        ];
}

using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

// Finds the benchmarks that were measured interleaved with a baseline in both runs.
internal sealed class Categories
{
    private readonly Dictionary<BenchmarkPair, BenchmarkPair> baselines = new(ReferenceEqualityComparer.Instance);
    private readonly HashSet<BenchmarkPair> comparable = new(ReferenceEqualityComparer.Instance);

    public Categories(IReadOnlyList<BenchmarkPair> pairs)
    {
        var (before, after) = (BaselinesOf(pairs, pair => pair.Baseline), BaselinesOf(pairs, pair => pair.Candidate));
        foreach (var pair in pairs)
        {
            var (old, now) = (pair.Baseline?.ToBaseline, pair.Candidate?.ToBaseline);
            var (oldPair, nowPair) = (before(pair), after(pair));
            if ((oldPair ?? nowPair) is { } baseline)
                baselines.Add(pair, baseline);
            if (old is null || now is null)
                continue;
            if (old.Baseline == now.Baseline || (oldPair is not null && ReferenceEquals(oldPair, nowPair)))
                comparable.Add(pair);
            else
                OtherBaselines++;
        }
    }

    // How many benchmarks have different baselines in the two runs.
    public int OtherBaselines { get; }

    // Null for a baseline, and for a benchmark without one.
    public BenchmarkPair? BaselineOf(BenchmarkPair pair) => baselines.GetValueOrDefault(pair);

    // Benchmarks of one comparison group are measured together.
    public BenchmarkPair GroupOf(BenchmarkPair pair) => BaselineOf(pair) ?? pair;

    // Scales both runs' ratios to times, so that a noise floor in ns keeps its meaning. The scaled value is the time that the benchmark
    // would take if its baseline had not changed.
    public BenchmarkSample? Sample(BenchmarkPair pair, double baselineNanoseconds, Margin margin)
    {
        if (!comparable.Contains(pair) || !(baselineNanoseconds > 0))
            return null;
        var (old, now) = (pair.Baseline!.ToBaseline!, pair.Candidate!.ToBaseline!);
        var scale = baselineNanoseconds / GeometricMean(old);
        return new BenchmarkSample
        {
            Baseline = [.. old.Launches.Select(ratio => ratio * scale)],
            Candidate = [.. now.Launches.Select(ratio => ratio * scale)],
            BaselineSummaries = [.. old.Summaries.Select(summary => Moments(summary, scale))],
            CandidateSummaries = [.. now.Summaries.Select(summary => Moments(summary, scale))],
            Margin = margin,
            Quantity = Quantity.RatioToBaseline,
        };
    }

    public static double GeometricMean(BaselineRatios ratios) =>
        Math.Exp(LogMoments.From(ratios.Launches, [.. ratios.Summaries.Select(summary => Moments(summary, 1))]).Mean);

    private static LogMoments Moments(RatioSummary summary, double scale) =>
        LogMoments.FromSummary(summary.Ratio * scale, summary.Launches?.StandardDeviation ?? 0, summary.Launches?.Launches ?? 1);

    private static Func<BenchmarkPair, BenchmarkPair?> BaselinesOf(
        IReadOnlyList<BenchmarkPair> pairs,
        Func<BenchmarkPair, BenchmarkResult?> side
    )
    {
        var pairOf = new Dictionary<BenchmarkResult, BenchmarkPair>(ReferenceEqualityComparer.Instance);
        foreach (var pair in pairs)
        {
            if (side(pair) is { } result)
                pairOf.Add(result, pair);
        }

        var baselines = new InterleavedBaselines(pairOf.Keys);
        return pair => side(pair) is { ToBaseline: not null } result && baselines.Of(result) is { } baseline ? pairOf[baseline] : null;
    }
}

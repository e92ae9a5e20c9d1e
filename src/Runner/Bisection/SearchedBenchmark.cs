using Bench.Results;

namespace Bench.Runner;

/// <summary>A benchmark that is searched for. The ends may call it by different names, and a commit between them by either.</summary>
/// <param name="Good">Which it is at the good end.</param>
/// <param name="Bad">Which it is at the bad one.</param>
internal sealed record SearchedBenchmark(BenchmarkId Good, BenchmarkId Bad)
{
    /// <summary>Fits it by either name. Its parameters may hold what means something to a filter.</summary>
    public BenchmarkFilter Filter =>
        new([.. new[] { Bad, Good }.Select(id => id.FullName.Split('(')[0] + "*").Distinct(StringComparer.Ordinal)], []);

    /// <summary>It among the benchmarks of two commits; null where one of them does not have it.</summary>
    public MeasuredBenchmark? In(IEnumerable<MeasuredBenchmark> benchmarks) =>
        benchmarks
            .Where(benchmark => benchmark.Pairing is { } pairing && IsName(pairing.Baseline.Id) && IsName(pairing.Candidate.Id))
            // A commit that has it by both has the newer one to stay.
            .MaxBy(benchmark => (benchmark.IsOpen, benchmark.Id == Bad));

    /// <summary>
    /// Whether a commit has it by both names, and the two commits are compared by the older one: it may be a copy that has changed since,
    /// and other comparisons of that commit take the newer.
    /// </summary>
    /// <param name="compared">What <see cref="In"/> found among them.</param>
    public bool IsAmbiguousIn(IEnumerable<MeasuredBenchmark> benchmarks, MeasuredBenchmark compared) =>
        compared.Pairing!.Baseline.Id != Bad
        && compared.Pairing.Candidate.Id != Bad
        && benchmarks.Any(benchmark => benchmark.Id == Bad);

    private bool IsName(BenchmarkId id) => id == Good || id == Bad;
}

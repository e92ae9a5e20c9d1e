using Bench.Results;

namespace Bench.Runner;

// The good and the bad end may have different names for the benchmark. A commit between them may have either.
internal sealed record SearchedBenchmark(BenchmarkId Good, BenchmarkId Bad)
{
    // Matches both names. Parameters are cut off, because they may contain characters that are special in a filter.
    public BenchmarkFilter Filter =>
        new([.. new[] { Bad, Good }.Select(id => id.FullName.Split('(')[0] + "*").Distinct(StringComparer.Ordinal)], []);

    // Null if one of the two commits lacks the benchmark.
    public MeasuredBenchmark? In(IEnumerable<MeasuredBenchmark> benchmarks) =>
        benchmarks
            .Where(benchmark => benchmark.Pairing is { } pairing && IsName(pairing.Baseline.Id) && IsName(pairing.Candidate.Id))
            // A commit may have both names; then the newer is preferred.
            .MaxBy(benchmark => (benchmark.IsOpen, benchmark.Id == Bad));

    // True if a commit has both names but the older one is compared. The older may be a copy that has changed since, and other comparisons
    // of that commit use the newer. "compared" is the result of In.
    public bool IsAmbiguousIn(IEnumerable<MeasuredBenchmark> benchmarks, MeasuredBenchmark compared) =>
        compared.Pairing!.Baseline.Id != Bad && compared.Pairing.Candidate.Id != Bad && benchmarks.Any(benchmark => benchmark.Id == Bad);

    private bool IsName(BenchmarkId id) => id == Good || id == Bad;
}

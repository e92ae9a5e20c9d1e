using Bench.Results;

namespace Bench.Runner;

/// <param name="Searched">The benchmarks that both ends have, in the order of the newer end.</param>
/// <param name="LeftOut">Requested benchmarks and filters that are not searched.</param>
internal sealed record BisectSelection(IReadOnlyList<SearchedBenchmark> Searched, IReadOnlyList<NotSearched> LeftOut)
{
    // "found" are the benchmarks of both ends that match the filters.
    public static BisectSelection Of(FoundBenchmarks found, PathCommit good, PathCommit bad) =>
        new(
            [
                .. found
                    .Benchmarks.Where(benchmark => benchmark.IsOpen)
                    .Select(benchmark => benchmark.Pairing!)
                    .Select(pairing => new SearchedBenchmark(pairing.Baseline.Id, pairing.Candidate.Id)),
            ],
            [
                .. found.PatternsWithoutBenchmarks.Select(filter => new NotSearched($"'{filter}'", "matches no benchmark at either end")),
                .. found
                    .Benchmarks.Where(benchmark => benchmark.Sides != PairedSides.Both)
                    .Select(benchmark => new NotSearched(
                        benchmark.Id.ToString(),
                        $"only {(benchmark.Sides == PairedSides.Baseline ? good : bad).Name} has it"
                    )),
                .. found
                    .Benchmarks.Where(benchmark => benchmark is { Pairing: not null, IsOpen: false })
                    .Select(benchmark => new NotSearched(benchmark.Id.ToString(), benchmark.Unmeasured ?? "it cannot be measured")),
            ]
        );
}

internal sealed record NotSearched(string Name, string Reason)
{
    public override string ToString() => $"{Name} ({Reason})";
}

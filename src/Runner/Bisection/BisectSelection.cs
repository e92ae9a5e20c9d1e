using Bench.Results;

namespace Bench.Runner;

/// <summary>What a bisection searches of what was asked for.</summary>
/// <param name="Searched">The benchmarks that both ends have, in the order of the newer.</param>
/// <param name="LeftOut">What was asked for as well.</param>
internal sealed record BisectSelection(IReadOnlyList<SearchedBenchmark> Searched, IReadOnlyList<LeftOut> LeftOut)
{
    /// <param name="found">The benchmarks of the ends that a filter fits.</param>
    /// <param name="filtersWithoutBenchmarks">Of several filters, those that fit none.</param>
    public static BisectSelection Of(
        IReadOnlyList<MeasuredBenchmark> found,
        IReadOnlyList<string> filtersWithoutBenchmarks,
        PathCommit good,
        PathCommit bad
    ) =>
        new(
            [
                .. found
                    .Where(benchmark => benchmark.IsOpen)
                    .Select(benchmark => benchmark.Pairing!)
                    .Select(pairing => new SearchedBenchmark(pairing.Baseline.Id, pairing.Candidate.Id)),
            ],
            [
                .. filtersWithoutBenchmarks.Select(filter => new LeftOut($"'{filter}'", "fits no benchmark of either end")),
                .. found
                    .Select(benchmark => benchmark.ToBenchmark(isScreened: false))
                    .Where(benchmark => benchmark.Sides != PairedSides.Both)
                    .Select(benchmark => new LeftOut(
                        benchmark.Id.ToString(),
                        $"only {(benchmark.Sides == PairedSides.Baseline ? good : bad).Name} has it"
                    )),
                .. found
                    .Where(benchmark => benchmark is { Pairing: not null, IsOpen: false })
                    .Select(benchmark => new LeftOut(benchmark.Id.ToString(), benchmark.Unmeasured ?? "it can't be measured")),
            ]
        );
}

/// <summary>A benchmark or a filter that was asked for and is not searched.</summary>
internal sealed record LeftOut(string Name, string Reason)
{
    public override string ToString() => $"{Name} ({Reason})";
}

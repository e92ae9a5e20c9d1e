namespace Bench.Harness.Records;

/// <summary>A category with its ratios.</summary>
/// <param name="Record">As the newest run has it.</param>
/// <param name="Baseline">The baseline; null where there is none.</param>
/// <param name="Alternatives">The others.</param>
internal sealed record MergedCategory(CategoryRecord Record, BenchmarkRecord? Baseline, IReadOnlyList<MergedAlternative> Alternatives)
{
    public string Title => Record.Title;

    public static MergedCategory Create(CategoryRecord category, Func<BenchmarkRecord, MergedRatio?> ratio) =>
        new(
            category,
            category.Benchmarks.FirstOrDefault(benchmark => benchmark.IsBaseline),
            [
                .. category
                    .Benchmarks.Where(benchmark => !benchmark.IsBaseline)
                    .Select(benchmark => new MergedAlternative(benchmark, ratio(benchmark))),
            ]
        );
}

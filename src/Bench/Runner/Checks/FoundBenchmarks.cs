using Bench.Results;

namespace Bench.Runner;

/// <summary>The selected benchmarks of two builds, or of two variants of one. Measuring adds to them.</summary>
internal sealed record FoundBenchmarks(
    IReadOnlyList<MeasuredBenchmark> Benchmarks,
    RunEnvironment BaselineEnvironment,
    RunEnvironment CandidateEnvironment
)
{
    // All benchmarks that match the filter, including those of other shards.
    public IReadOnlyList<BenchmarkId> All { get; init; } = [];

    // The benchmarks that the filter excludes, if they were asked for.
    public IReadOnlyList<MeasuredBenchmark> Outside { get; init; } = [];

    // Probably misspelled names. Empty for a single pattern.
    public IReadOnlyList<string> PatternsWithoutBenchmarks { get; init; } = [];

    // The part of the programs' configuration that could not be read; null if all of it was.
    public string? Unread { get; init; }

    // The benchmarks that the filter selects in both builds.
    public static FoundBenchmarks InBoth(
        IMeasurements measurements,
        BenchmarkProgram baseline,
        BenchmarkProgram candidate,
        BenchmarkFilter filter,
        CancellationToken cancellationToken,
        bool findsOutside = false
    )
    {
        var (one, other) = measurements.List(baseline, candidate, cancellationToken);
        using var before = one;
        using var after = other;
        var (listed, listedAfter) = (before.List(filter), after.List(filter));
        var benchmarks = MeasuredBenchmark.Join(listed, listedAfter);
        return new(benchmarks, listed.Environment, listedAfter.Environment)
        {
            All = [.. benchmarks.Select(benchmark => benchmark.Id)],
            PatternsWithoutBenchmarks = filter.PatternsWithoutBenchmarks(before, after),
            Unread = ProgramListing.UnreadOf(before, after),
            Outside = findsOutside
                ?
                [
                    .. MeasuredBenchmark
                        .Join(before.List(BenchmarkFilter.All), after.List(BenchmarkFilter.All))
                        .ExceptBy(benchmarks.Select(benchmark => benchmark.Id), benchmark => benchmark.Id),
                ]
                : [],
        };
    }

    // isScreened means that only confirmation replicates can confirm a regression.
    public Run ToRun(CheckInfo check, bool isScreened) =>
        Run.FromCheck(
            [.. Benchmarks.Select(benchmark => benchmark.ToBenchmark(isScreened))],
            BaselineEnvironment,
            CandidateEnvironment,
            check
        );
}

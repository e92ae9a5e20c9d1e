using Bench.Results;

namespace Bench.Runner;

/// <summary>
/// Compares the variants of one build with the baseline of their comparison group, or each benchmark with itself in another build.
/// </summary>
/// <param name="other">The build with the baselines; null if there is only one.</param>
/// <param name="benchmarkTimeout">A benchmark that takes longer to answer has failed.</param>
/// <param name="measurements">Null for real processes.</param>
internal sealed class VersusRun(
    BenchmarkProgram program,
    TimeSpan benchmarkTimeout,
    Action<GateProgress> report,
    IMeasurements? measurements = null,
    BenchmarkProgram? other = null
)
{
    // If no benchmark can be measured, the message names at most so many methods.
    private const int MaxNamed = 8;

    private readonly IMeasurements measurements = measurements ?? ProcessMeasurements.Instance;

    private FoundBenchmarks found = new([], new(), new());

    // 0 to 1; null if the system does not count it.
    public double? ShareOfOthers { get; private set; }

    // "against" is the method that the others of its group are compared with, even if no pattern matches it. Null for the marked baseline.
    public FoundBenchmarks Find(IReadOnlyList<string> patterns, string? against, CancellationToken cancellationToken)
    {
        using var listing = measurements.List(program, cancellationToken);
        var all = listing.List(BenchmarkFilter.All);
        var filter = new BenchmarkFilter(patterns, []);
        var wanted = listing.List(filter).Benchmarks.Select(benchmark => benchmark.Id).ToHashSet();
        bool IsBaseline(HostedBenchmark benchmark) => against is null ? benchmark.IsBaseline : benchmark.Method == against;
        var baselines = all
            .Benchmarks.Where(IsBaseline)
            .GroupBy(benchmark => benchmark.Group, StringComparer.Ordinal)
            .ToDictionary(group => group.Key, group => group.First(), StringComparer.Ordinal);
        MeasuredBenchmark[] benchmarks =
        [
            .. all
                .Benchmarks.Where(benchmark =>
                    !IsBaseline(benchmark) && wanted.Contains(benchmark.Id) && baselines.ContainsKey(benchmark.Group)
                )
                .DistinctBy(benchmark => benchmark.Id)
                .Select(benchmark => new MeasuredBenchmark(new BenchmarkPairing(baselines[benchmark.Group], benchmark))),
        ];
        var cases = all.Benchmarks.CountBy(benchmark => benchmark.Id).ToDictionary();
        foreach (var benchmark in benchmarks)
            if (Math.Max(cases[benchmark.Id], cases[benchmark.Pairing!.Baseline.Id]) is > 1 and var alike)
                benchmark.Unmeasured ??= MeasuredBenchmark.SameName(alike);
        if (benchmarks.Length == 0)
            throw new RunnerException(
                $"'{string.Join("' '", patterns)}' matches no benchmark that has {(against is null ? "a baseline" : $"a variant named {against}")}. {Fitting([.. all.Benchmarks.Where(benchmark => wanted.Contains(benchmark.Id))])}{(against is null ? " Mark a baseline with [Benchmark(Baseline = true)], or name one by --against." : "")}"
            );
        return found = new(benchmarks, all.Environment, all.Environment)
        {
            PatternsWithoutBenchmarks = filter.PatternsWithoutBenchmarks(listing),
            Unread = listing.Unread,
        };
    }

    // Selects the benchmarks of both builds.
    public FoundBenchmarks FindInBoth(IReadOnlyList<string> patterns, CancellationToken cancellationToken)
    {
        found = FoundBenchmarks.InBoth(measurements, other!, program, new BenchmarkFilter(patterns, []), cancellationToken);
        return found.Benchmarks.Count == 0 ? throw new RunnerException($"'{string.Join("' '", patterns)}' matches no benchmark.") : found;
    }

    private static string Fitting(List<HostedBenchmark> benchmarks)
    {
        string[] methods = [.. benchmarks.Select(benchmark => $"{benchmark.Type}.{benchmark.Method}").Distinct(StringComparer.Ordinal)];
        return methods.Length == 0
            ? "It matches no benchmark."
            : $"It matches {string.Join(", ", methods.Take(MaxNamed))}{(methods.Length > MaxNamed ? $" and {methods.Length - MaxNamed} more" : "")}.";
    }

    // Selects these benchmarks and their baselines by their full names. Pairs with a name that no benchmark has are left out.
    public FoundBenchmarks Find(IReadOnlyList<(string Benchmark, string Against)> pairs, CancellationToken cancellationToken)
    {
        using var listing = measurements.List(program, cancellationToken);
        var all = listing.List(BenchmarkFilter.All);
        var benchmarks = all
            .Benchmarks.GroupBy(benchmark => benchmark.Id.FullName, StringComparer.Ordinal)
            .ToDictionary(group => group.Key, group => group.First(), StringComparer.Ordinal);
        return found = new(
            [
                .. pairs
                    .Where(pair => benchmarks.ContainsKey(pair.Benchmark) && benchmarks.ContainsKey(pair.Against))
                    .Select(pair => new MeasuredBenchmark(new BenchmarkPairing(benchmarks[pair.Against], benchmarks[pair.Benchmark]))),
            ],
            all.Environment,
            all.Environment
        )
        {
            PatternsWithoutBenchmarks =
            [
                .. pairs
                    .SelectMany(pair => new[] { pair.Benchmark, pair.Against })
                    .Distinct(StringComparer.Ordinal)
                    .Where(name => !benchmarks.ContainsKey(name)),
            ],
            Unread = listing.Unread,
        };
    }

    public void Measure(int replicates, CancellationToken cancellationToken)
    {
        var random = new Random();
        var sweeps = new ReplicateSweeps(
            measurements.Pairs(other ?? program, program, new MeasurementSettings(), benchmarkTimeout, random),
            random,
            report
        );
        try
        {
            sweeps.Measure(
                "interleaved",
                found.Benchmarks.Where(benchmark => benchmark.IsOpen).ToDictionary(benchmark => benchmark, _ => replicates),
                isConfirmation: false,
                cancellationToken
            );
        }
        finally
        {
            ShareOfOthers = sweeps.ShareOfOthers;
        }
    }
}

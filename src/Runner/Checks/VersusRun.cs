using Bench.Results;

namespace Bench.Runner;

/// <summary>The alternatives of one build against the baseline of their category.</summary>
/// <param name="benchmarkTimeout">How long a benchmark may take to answer before it counts as failed.</param>
/// <param name="measurements">What is known about the program; null for what processes of it say.</param>
internal sealed class VersusRun(
    BenchmarkProgram program,
    TimeSpan benchmarkTimeout,
    Action<GateProgress> report,
    IMeasurements? measurements = null
)
{
    /// <summary>So many methods are named where none can be measured.</summary>
    private const int MaxNamed = 8;

    private readonly IMeasurements measurements = measurements ?? ProcessMeasurements.Instance;

    /// <summary>The alternatives, with what was measured so far.</summary>
    public IReadOnlyList<MeasuredBenchmark> Benchmarks { get; private set; } = [];

    public RunEnvironment Environment { get; private set; } = new();

    /// <summary>Of several patterns, those that fit no benchmark: most likely names with a mistake.</summary>
    public IReadOnlyList<string> PatternsWithoutBenchmarks { get; private set; } = [];

    /// <summary>What of the program's configuration could not be read; null where nothing.</summary>
    public string? Unread { get; private set; }

    /// <summary>The share of all processors that others took while it measured, 0 to 1; null where that is not known.</summary>
    public double? ShareOfOthers { get; private set; }

    /// <summary>Finds the alternatives that a pattern fits, and what they are compared with.</summary>
    /// <param name="against">The method that the others of its category are compared with, whether a pattern fits it or not; null for the
    /// one marked as baseline.</param>
    public void Find(IReadOnlyList<string> patterns, string? against, CancellationToken cancellationToken)
    {
        using var side = measurements.List(program, cancellationToken);
        var all = side.List(BenchmarkFilter.All);
        Environment = all.Environment;
        Unread = side.Unread;
        var filter = new BenchmarkFilter(patterns, []);
        PatternsWithoutBenchmarks = filter.PatternsWithoutBenchmarks(side);
        var wanted = side.List(filter).Benchmarks.Select(benchmark => benchmark.Id).ToHashSet();
        bool IsBaseline(HostedBenchmark benchmark) => against is null ? benchmark.IsBaseline : benchmark.Method == against;
        var baselines = all
            .Benchmarks.Where(IsBaseline)
            .GroupBy(benchmark => benchmark.Group, StringComparer.Ordinal)
            .ToDictionary(group => group.Key, group => group.First(), StringComparer.Ordinal);
        Benchmarks =
        [
            .. all
                .Benchmarks.Where(benchmark =>
                    !IsBaseline(benchmark) && wanted.Contains(benchmark.Id) && baselines.ContainsKey(benchmark.Group)
                )
                .DistinctBy(benchmark => benchmark.Id)
                .Select(benchmark => new MeasuredBenchmark(new BenchmarkPairing(baselines[benchmark.Group], benchmark))),
        ];
        var cases = all.Benchmarks.CountBy(benchmark => benchmark.Id).ToDictionary();
        foreach (var benchmark in Benchmarks)
            if (Math.Max(cases[benchmark.Id], cases[benchmark.Pairing!.Baseline.Id]) is > 1 and var alike)
                benchmark.Unmeasured ??= MeasuredBenchmark.SameName(alike);
        if (Benchmarks.Count == 0)
            throw new RunnerException(
                $"'{string.Join("' '", patterns)}' matches no benchmark that has {(against is null ? "a baseline" : $"an alternative called {against} beside it")}. {Fitting([.. all.Benchmarks.Where(benchmark => wanted.Contains(benchmark.Id))])}{(against is null ? " Mark a baseline with [Benchmark(Baseline = true)], or name one by --against." : "")}"
            );
    }

    private static string Fitting(List<HostedBenchmark> benchmarks)
    {
        string[] methods = [.. benchmarks.Select(benchmark => $"{benchmark.Type}.{benchmark.Method}").Distinct(StringComparer.Ordinal)];
        return methods.Length == 0
            ? "It matches none at all."
            : $"It matches {string.Join(", ", methods.Take(MaxNamed))}{(methods.Length > MaxNamed ? $" and {methods.Length - MaxNamed} more" : "")}.";
    }

    /// <summary>Takes these benchmarks, each with what it is compared with.</summary>
    /// <returns>The names that no benchmark has; benchmarks that need them are left out.</returns>
    public IReadOnlyList<string> Find(IReadOnlyList<(string Benchmark, string Against)> pairs, CancellationToken cancellationToken)
    {
        using var side = measurements.List(program, cancellationToken);
        var all = side.List(BenchmarkFilter.All);
        Environment = all.Environment;
        Unread = side.Unread;
        var benchmarks = all
            .Benchmarks.GroupBy(benchmark => benchmark.Id.FullName, StringComparer.Ordinal)
            .ToDictionary(group => group.Key, group => group.First(), StringComparer.Ordinal);
        Benchmarks =
        [
            .. pairs
                .Where(pair => benchmarks.ContainsKey(pair.Benchmark) && benchmarks.ContainsKey(pair.Against))
                .Select(pair => new MeasuredBenchmark(new BenchmarkPairing(benchmarks[pair.Against], benchmarks[pair.Benchmark]))),
        ];
        return
        [
            .. pairs
                .SelectMany(pair => new[] { pair.Benchmark, pair.Against })
                .Distinct(StringComparer.Ordinal)
                .Where(name => !benchmarks.ContainsKey(name)),
        ];
    }

    public void Measure(int replicates, CancellationToken cancellationToken)
    {
        var random = new Random();
        var sweeps = new ReplicateSweeps(
            new PairSweep(measurements.Pairs(program, program, new MeasurementSettings(), benchmarkTimeout, random), random),
            report
        );
        try
        {
            sweeps.Measure(
                "interleaved",
                Benchmarks.Where(benchmark => benchmark.IsOpen).ToDictionary(benchmark => benchmark, _ => replicates),
                isConfirmation: false,
                replicates,
                cancellationToken
            );
        }
        finally
        {
            ShareOfOthers = sweeps.ShareOfOthers;
        }
    }
}

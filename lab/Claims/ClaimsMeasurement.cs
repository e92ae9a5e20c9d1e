using Bench.Cli.Load;
using Bench.Comparison;
using Bench.Load;
using Bench.Results;
using Bench.Runner;

namespace Lab.Claims;

// Keeps the figures as it goes, so that an interrupted measurement can continue.
internal sealed class ClaimsMeasurement(ClaimsOptions options, Settings settings, Context context)
{
    private readonly string kept = context.FullPath(options.Kept!);
    private readonly ProgressLine progress = context.Progress();

    /// <returns>True if every benchmark has figures now. Those without are printed.</returns>
    public bool Measure(Claim[] missing)
    {
        var benchmarks = missing.Where(claim => claim.Benchmark is not null).ToArray();
        var isAllMeasured = benchmarks.Length == 0 || MeasureBenchmarks(benchmarks);
        foreach (var matrix in missing.Select(claim => claim.Matrix).OfType<string>().Distinct(StringComparer.Ordinal))
        {
            var plan = LoadMatrix.Read(context.File(matrix));
            var isBegun = File.Exists(MatrixMeasurement.FileOf(kept, plan));
            var result = MatrixMeasurement.Run(plan, kept, isResumed: isBegun, progress, context);
            if (result.Partial is { } partial)
                throw context.Cancellation.IsCancellationRequested
                    ? new OperationCanceledException(context.Cancellation)
                    : new LoadException($"{matrix}: {partial}");
        }

        var sweeps = missing.Select(claim => claim.Sweep).OfType<string>().Distinct(StringComparer.Ordinal).ToArray();
        foreach (var sweep in sweeps)
            context.Screen.Complain($"the sweep {sweep} is not measured here: use bench load sweep, and --from with its folder.");
        return isAllMeasured && sweeps.Length == 0;
    }

    private bool MeasureBenchmarks(Claim[] claims)
    {
        var (cancellationToken, replicates) = (context.Cancellation, options.Replicates);
        using var workspace = new Workspace(null);
        var program = options.Measurement.Build(settings, workspace, context);
        var run = new VersusRun(program, options.Measurement.BenchmarkTimeout, progress.Show, context.Measurements);
        var found = run.Find([.. claims.Select(claim => ClaimFigures.Names(claim)!.Value).Distinct()], cancellationToken);
        var unknown = found.PatternsWithoutBenchmarks;
        foreach (var name in unknown)
            context.Screen.Complain($"the program has no benchmark {name}, so its claims are not measured.");
        try
        {
            run.Measure(replicates, cancellationToken);
        }
        finally
        {
            // Incomplete benchmarks are measured when the command continues.
            BenchmarkResult[] benchmarks =
            [
                .. found
                    .Benchmarks.Where(benchmark => benchmark.Replicates.Count >= replicates)
                    .Select(benchmark => benchmark.ToBenchmark(isScreened: false)),
            ];
            foreach (var file in FilesFor(benchmarks))
                Keep(file);
        }

        BenchmarkResult[] failed =
        [
            .. found
                .Benchmarks.Where(benchmark => benchmark.Replicates.Count < replicates)
                .Select(benchmark => benchmark.ToBenchmark(isScreened: false)),
        ];
        foreach (var one in failed)
            context.Screen.Complain($"{one.Id} is not measured: {one.Failure ?? one.BaselineFailure ?? one.Unmeasured}");
        return unknown.Count == 0 && failed.Length == 0;

        void Keep(IEnumerable<BenchmarkResult> benchmarks)
        {
            var file = Enumerable
                .Range(0, int.MaxValue)
                .Select(i => Path.Combine(kept, FormattableString.Invariant($"benchmarks-{i}-{BenchResults.FileName}")))
                .First(one => !File.Exists(one));
            WholeFile.Write(file, stream => BenchResults.Write(stream, ResultsKind.Paired, found.CandidateEnvironment, benchmarks));
        }
    }

    // A file can hold a benchmark once, so each further comparison of the same benchmark goes to another file.
    internal static IEnumerable<IEnumerable<BenchmarkResult>> FilesFor(IEnumerable<BenchmarkResult> benchmarks) =>
        benchmarks
            .GroupBy(benchmark => benchmark.Id)
            .SelectMany(same => same.Select((benchmark, file) => (Benchmark: benchmark, File: file)))
            .GroupBy(one => one.File, one => one.Benchmark);
}

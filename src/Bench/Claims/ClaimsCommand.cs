using System.CommandLine;
using Bench.Comparison;
using Bench.Load;
using Bench.Reports;
using Bench.Results;
using Bench.Runner;

namespace Bench.Claims;

/// <summary><c>bench claims</c>: what others have measured, beside what this machine says.</summary>
internal static class ClaimsCommand
{
    private const string Help = """
        Prints each claim of FILE beside its measurement: confirmed, contradicted (only where the conditions match), changed conditions,
        inconclusive, not measured here.

        Exit codes: 0, whatever is contradicted; 2 wrong usage, a claim that names no arm, a benchmark or matrix that can't be measured; 130 interrupted,
        what was measured is kept.
        """;

    private static readonly Argument<string> Claims = new("FILE")
    {
        Description = "The claims, JSON; those of this repository are docs/claims/claims.json.",
    };
    private static readonly Option<string[]> From = new("--from")
    {
        HelpName = "PATH",
        Description = "Figures that are there already: files or folders that versus and load matrix have written.",
        AllowMultipleArgumentsPerToken = true,
    };
    private static readonly Option<string?> Measure = new("--measure")
    {
        HelpName = "DIR",
        Description =
            "Measures what no file of --from has: benchmarks interleaved, arms as load matrix does. The figures are kept in DIR and not measured again.",
    };
    private static readonly Option<string?> Output = new("--output") { HelpName = "FILE", Description = "Also writes the page there." };

    public static Command Create()
    {
        var command = new Command("claims", Help) { Claims, From, Measure, MeasurementOptions.Replicates, Output };
        foreach (var option in MeasurementOptions.All.Append(JudgingOptions.Config))
            command.Add(option);
        command.Measures(arguments => arguments, Run);
        return command;
    }

    private static int Run(ParseResult arguments, Context context)
    {
        var cancellationToken = context.Cancellation;
        var kept = arguments.GetValue(Measure);
        if (kept is null)
            UnusedOptions.Refuse(arguments, Measure, MeasurementOptions.All.Append(MeasurementOptions.Replicates));
        var replicates = MeasurementChoices.ReplicatesFrom(arguments);
        var path = arguments.GetValue(Claims)!;
        var file = ClaimsFile.Read(context.File(path));
        EnsureNamedArms(file, context);
        var settings = JudgingChoices.From(arguments).Settings(context);
        var output = arguments.GetValue(Output);
        if (kept is not null)
        {
            CheckFolder.EnsureWritable(context, kept);
            if (output is not null)
                OutputFiles.EnsureWritable(context, output);
        }

        string[] from = arguments.GetValue(From) ?? [];
        string[] sources = kept is null ? from : [.. from, kept];
        var figures = FiguresOf(sources, settings, context.Folder);
        Claim[] missing = kept is null
            ? []
            : [.. file.Measurable.Where(claim => figures.Of(claim) is null || figures.IsPartial(claim))];
        var (isInterrupted, isAllMeasured) = (false, true);
        if (missing.Length > 0)
        {
            try
            {
                isAllMeasured = MeasureAll(arguments, missing, settings, replicates, context.FullPath(kept!), context);
            }
            catch (OperationCanceledException)
            {
                isInterrupted = true;
            }

            figures = FiguresOf(sources, settings, context.Folder);
        }

        foreach (var matrix in file.Measurable.Where(figures.IsPartial).Select(claim => claim.Matrix!).Distinct(StringComparer.Ordinal))
            context.Screen.Complain($"{matrix}: its measurement was interrupted, and is judged by the rounds that there are.");
        var page = ClaimsReport.Render(
            JudgedClaim.All(file, figures),
            file.Tolerance,
            $"bench claims {ShellText.Argument(path)}{string.Concat(sources.Select(one => $" --from {ShellText.Argument(one)}"))}{GivenOptions.From(arguments).Text(JudgingOptions.Config)}"
        );
        context.Screen.Write(page);
        var deliveries = new Deliveries(context);
        if (output is not null)
            deliveries.File(output, page);
        return deliveries.ExitCode(
            isInterrupted ? ExitCode.Interrupted
            : isAllMeasured ? ExitCode.Passed
            : ExitCode.Usage
        );
    }

    // Of benchmarks only the built program knows which there are.
    private static void EnsureNamedArms(ClaimsFile file, Context context)
    {
        foreach (var claim in file.Measurable.Where(claim => claim.Matrix is not null))
        {
            var arms = LoadMatrix.Read(context.File(claim.Matrix!)).Arms.Select(arm => arm.Name).ToArray();
            if (new[] { claim.Arm, claim.Against }.FirstOrDefault(name => !arms.Contains(name, StringComparer.Ordinal)) is { } missing)
                throw new UsageException($"'{claim.Says}': {claim.Matrix} has no arm '{missing}': there are {string.Join(", ", arms)}.");
        }
    }

    private static bool MeasureAll(
        ParseResult arguments,
        Claim[] missing,
        Settings settings,
        int replicates,
        string kept,
        Context context
    )
    {
        var cancellationToken = context.Cancellation;
        var progress = context.Progress();
        var benchmarks = missing.Where(claim => claim.Row is not null).ToArray();
        var isAllMeasured =
            benchmarks.Length == 0 || MeasureBenchmarks(arguments, benchmarks, settings, replicates, kept, progress, context);
        foreach (var matrix in missing.Select(claim => claim.Matrix).OfType<string>().Distinct(StringComparer.Ordinal))
        {
            var plan = LoadMatrix.Read(context.File(matrix));
            var isBegun = File.Exists(MatrixMeasurement.FileOf(kept, plan));
            var result = MatrixMeasurement.Run(plan, kept, isResumed: isBegun, progress, context);
            if (result.Partial is { } partial)
                throw cancellationToken.IsCancellationRequested
                    ? new OperationCanceledException(cancellationToken)
                    : new LoadException($"{matrix}: {partial}");
        }

        return isAllMeasured;
    }

    /// <returns>Whether each has its figures now; what has none is named.</returns>
    private static bool MeasureBenchmarks(
        ParseResult arguments,
        Claim[] claims,
        Settings settings,
        int replicates,
        string kept,
        ProgressLine progress,
        Context context
    )
    {
        var cancellationToken = context.Cancellation;
        using var workspace = new Workspace(null);
        var program = MeasurementChoices.From(arguments).Build(settings, workspace, context);
        var run = new VersusRun(program, MeasurementChoices.From(arguments).BenchmarkTimeout, progress.Show, context.Measurements);
        var unknown = run.Find([.. claims.Select(claim => ClaimFigures.Names(claim)!.Value).Distinct()], cancellationToken);
        foreach (var name in unknown)
            context.Screen.Complain($"there is no {name}: what needs it is not measured.");
        try
        {
            run.Measure(replicates, cancellationToken);
        }
        finally
        {
            // Those that are whole: the others are measured when this goes on.
            BenchmarkResult[] benchmarks =
            [
                .. run
                    .Benchmarks.Where(benchmark => benchmark.Replicates.Count >= replicates)
                    .Select(benchmark => benchmark.ToBenchmark(isScreened: false)),
            ];
            foreach (var file in FilesFor(benchmarks))
                Keep(file);
        }

        BenchmarkResult[] failed =
        [
            .. run
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
                .Select(i => Path.Combine(kept, FormattableString.Invariant($"rows-{i}-{BenchResults.FileName}")))
                .First(one => !File.Exists(one));
            WholeFile.Write(file, stream => BenchResults.Write(stream, ResultsKind.Paired, run.Environment, benchmarks));
        }
    }

    /// <summary>A file has a benchmark once: against each other one that it was measured with, it stands in a file of its own.</summary>
    internal static IEnumerable<IEnumerable<BenchmarkResult>> FilesFor(IEnumerable<BenchmarkResult> benchmarks) =>
        benchmarks
            .GroupBy(benchmark => benchmark.Id)
            .SelectMany(same => same.Select((benchmark, file) => (Benchmark: benchmark, File: file)))
            .GroupBy(one => one.File, one => one.Benchmark);

    private static ClaimFigures FiguresOf(string[] paths, Settings settings, string folder)
    {
        var (benchmarks, matrices) = (new List<ComparedBenchmark>(), new List<MatrixResult>());
        // Each apart: two files may have measured the same benchmark.
        foreach (var file in paths.SelectMany(path => FilesIn(path, folder)))
        {
            if (MatrixResult.TryRead(file) is { } matrix)
                matrices.Add(matrix);
            else if (
                RunLoader.Load(
                    [
                        [file],
                    ],
                    folder
                )[0]
                    is { } run
                && run.Benchmarks.Any(benchmark => benchmark.Replicates.Count > 0)
            )
                benchmarks.AddRange(RunComparison.CreatePaired(run, ComparisonOptions.ForToday(settings)).Benchmarks);
        }

        string[] tables = [.. paths.Select(path => Path.GetFullPath(path, folder)).Where(Directory.Exists).SelectMany(RunLoader.ReportsIn)];
        return new ClaimFigures(benchmarks, matrices, RunLoader.LoadEach(tables, folder), folder);
    }

    private static IEnumerable<string> FilesIn(string path, string folder)
    {
        var full = Path.GetFullPath(path, folder);
        return Directory.Exists(full) ? BenchResults.FilesIn(full)
            : File.Exists(full) ? [full]
            : throw new UsageException($"--from {path}: there is no such file or folder.");
    }
}

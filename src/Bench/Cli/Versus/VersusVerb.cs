using Bench.Comparison;
using Bench.Reports;
using Bench.Results;
using Bench.Runner;

namespace Bench.Cli.Versus;

internal static class VersusVerb
{
    public static int Run(VersusOptions options, Context context)
    {
        var cancellationToken = context.Cancellation;
        var (patterns, against, results) = (options.Patterns, options.Against, options.Results);
        if (results is not null)
            OutputFiles.EnsureWritable(context, results);
        options.Report.EnsureWritable(context);
        var settings = options.Judging.Settings(context);
        var progress = context.Progress();

        using var workspace = new Workspace(null);
        var program = options.Measurement.Build(settings, workspace, context);
        var run = new VersusRun(program, options.Measurement.BenchmarkTimeout, progress.Show, context.Measurements);
        run.Find(patterns, against, cancellationToken);
        if (options.Measurement.UnmatchedWarning(run.PatternsWithoutBenchmarks, "") is { } warning)
            context.Screen.Complain(warning);

        var isInterrupted = false;
        try
        {
            run.Measure(options.Replicates, cancellationToken);
        }
        catch (OperationCanceledException)
        {
            isInterrupted = true;
        }

        progress.Clear();
        var check = new CheckInfo(
            against ?? "the baseline of each comparison group",
            "the other variants",
            string.Join(' ', patterns),
            null,
            options.Measurement.Stated(),
            isInterrupted ? Verb.WasInterrupted : null,
            Unread: run.Unread,
            ShareOfOthers: run.ShareOfOthers,
            Hidden: options.Measurement.Hidden
        );
        BenchmarkResult[] benchmarks = [.. run.Benchmarks.Select(benchmark => benchmark.ToBenchmark(isScreened: false))];
        var deliveries = new Deliveries(context);
        if (results is not null && CheckFolder.IsWorthKeeping(context.FullPath(results), isInterrupted, benchmarks))
            deliveries.Write(results, path =>
                WholeFile.Write(path, stream => BenchResults.Write(stream, ResultsKind.Paired, run.Environment, benchmarks, check: check))
            );

        var comparison = RunComparison.CreatePaired(
            Bench.Results.Run.FromCheck(benchmarks, run.Environment, run.Environment, check),
            ComparisonOptions.ForToday(settings)
        );
        var failed = benchmarks.Count(benchmark => benchmark.Failure is not null || benchmark.BaselineFailure is not null);
        var outcome =
            isInterrupted ? new Outcome(ExitCode.Interrupted, "Interrupted.")
            : failed > 0 ? new Outcome(ExitCode.Regressed, $"{failed} {(failed == 1 ? "benchmark" : "benchmarks")} failed.")
            : new Outcome(ExitCode.Passed, "Variants were compared. Slower variants do not fail the run.");
        options.Report.Write(context, deliveries, comparison, outcome, () =>
            RankingReport.Render(
                comparison,
                $"bench versus '{string.Join("' '", patterns)}'{(against is null ? "" : " --against " + against)}"
            )
        );
        return deliveries.ExitCode(outcome);
    }
}

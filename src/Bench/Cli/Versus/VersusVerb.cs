using Bench.Comparison;
using Bench.Reports;
using Bench.Results;
using Bench.Runner;

namespace Bench.Cli.Versus;

internal static class VersusVerb
{
    public static int Run(VersusOptions options, Context context)
    {
        if (options.Results is { } file)
            OutputFiles.EnsureWritable(context, file);
        options.Report.EnsureWritable(context);
        var settings = options.Judging.Settings(context);
        var progress = context.Progress();

        using var workspace = new Workspace(null);
        var (baseline, program) = options.Measurement.Runtimes is { } runtimes
            ? options.Measurement.BuildBoth(runtimes, settings, workspace, context)
            : (null, options.Measurement.Build(settings, workspace, context));
        var run = new VersusRun(program, options.Measurement.BenchmarkTimeout, progress.Show, context.Measurements, baseline);
        var found = baseline is null
            ? run.Find(options.Patterns, options.Against, context.Cancellation)
            : run.FindInBoth(options.Patterns, context.Cancellation);
        if (options.Measurement.UnmatchedWarning(found.PatternsWithoutBenchmarks, "") is { } warning)
            context.Screen.Complain(warning);

        var isComplete = Verb.Completes(() => run.Measure(options.Replicates, context.Cancellation));
        progress.Clear();
        var check = new CheckInfo(
            options.Measurement.Runtimes?.Baseline ?? options.Against ?? "the baseline of each comparison group",
            options.Measurement.Runtimes?.Candidate ?? "the other variants",
            string.Join(' ', options.Patterns),
            Settings: options.Measurement.SettingsOfCheck(),
            Partial: isComplete ? null : Verb.WasInterrupted,
            Unread: found.Unread,
            ShareOfOthers: run.ShareOfOthers,
            Hidden: options.Measurement.Hidden
        );
        var result = found.ToRun(check, isScreened: false);
        return Write(options, result, RunComparison.CreatePaired(result, ComparisonOptions.ForToday(settings)), isComplete, context);
    }

    private static int Write(VersusOptions options, Bench.Results.Run result, RunComparison comparison, bool isComplete, Context context)
    {
        var failed = result.Benchmarks.Count(benchmark => benchmark.Failure is not null || benchmark.BaselineFailure is not null);
        var outcome =
            !isComplete ? new Outcome(ExitCode.Interrupted, "The figures are those of the processes that ended before.")
            : failed > 0 ? new Outcome(ExitCode.Regressed, $"{CountText.Of(failed, "benchmark")} failed.")
            : new Outcome(
                ExitCode.Passed,
                options.Measurement.Runtimes is null
                    ? "Variants were compared. Slower variants do not fail the run."
                    : "Runtimes were compared. Slower benchmarks do not fail the run."
            );
        var writer = new ResultWriter(context);
        if (options.Results is { } file && CheckFolder.IsWorthKeeping(context.FullPath(file), !isComplete, result.Benchmarks))
            writer.Write(file, path => CheckFolder.WriteFigures(path, result));
        var command =
            $"bench versus '{string.Join("' '", options.Patterns)}'{(options.Against is null ? "" : " --against " + options.Against)}{(options.Measurement.Runtimes is var (before, after) ? $" {CheckSettings.RuntimesOption} {before} {after}" : "")}";
        options.Report.Write(context, writer, comparison, outcome, () => RankingReport.Render(comparison, command));
        return writer.Finish(outcome);
    }
}

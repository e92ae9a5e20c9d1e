using Bench.Comparison;
using Bench.Runner;

namespace Bench.Cli.Explain;

internal static class ExplainVerb
{
    public static int Run(ExplainOptions options, Context context)
    {
        var cancellationToken = context.Cancellation;
        if (options.Output is { } page)
            OutputFiles.EnsureWritable(context, page);
        var settings = options.Judging.Settings(context);
        var progress = context.Progress();

        var repository = Repository.Find(context.Folder, cancellationToken);
        var baseline = options.Baseline.Resolve(repository);
        repository.EnsureCleanSubmodules();
        Misspelling.Warn([options.Benchmark], repository, progress);
        using var workspace = new Workspace(repository);
        var builds = TwoBuilds.Make(options.Measurement, settings, repository, workspace, baseline, context);
        var run = new ExplainRun(
            builds.Baseline,
            builds.Candidate,
            () => builds.Compare([]),
            workspace.Folder,
            options.Measurement.BenchmarkTimeout,
            progress.Step,
            context.Measurements
        );
        var explanation = run.Explain(options.Benchmark, cancellationToken);
        var report = Render(ExplanationReport.Render);
        context.Screen.Show(options.IsFull ? report : Render(ExplanationReport.RenderAnswer));
        var writer = new ResultWriter(context);
        if (options.Output is { } file)
            writer.File(file, report);
        return writer.Finish(ExitCode.Passed);

        string Render(Func<Explanation, string, string, string?, string> render) =>
            render(
                explanation,
                builds.BaselineName,
                builds.CandidateName,
                options.Measurement.SettingsOfCheck(options.Baseline.IsExact)?.ToString()
            );
    }
}

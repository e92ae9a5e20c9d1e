using Bench.Comparison;
using Bench.Processes;
using Bench.Reports;
using Bench.Results;

namespace Bench.Cli.History;

internal static class HistoryVerb
{
    public static int Run(HistoryOptions options, Context context)
    {
        var settings = options.Judging.Settings(context);
        var margin = settings.Margin.Relative;
        var runs = options.IsGit
            ? RunLoader.LoadHistory(options.Source[RunLoader.GitPrefix.Length..], options.Folder, context.Folder)
            : RunLoader.LoadHistory(options.Source, context.Folder);
        if (options.IsGit && IsShallow(context))
            context.Screen.Complain(
                "warning: the clone is shallow, so its oldest commit seems to have changed every table. Run git fetch --unshallow."
            );
        foreach (var warning in runs.SelectMany(run => run.Run.Warnings))
            context.Screen.Complain(warning);
        var lines = HistoryLine.Create(runs, settings);
        if (lines.Count == 0)
        {
            context.Screen.Complain(
                options.IsGit
                    ? $"{options.Source} has no results. Use --folder PATH to name the folder where commits keep them."
                    : $"{options.Source} has no results. Use a folder with one subfolder per run."
            );
            return (int)ExitCode.NothingCompared;
        }

        var command = $"bench history {ShellText.Argument(options.Source)}{options.Repeated}";
        var report = HistoryReport.Render(lines, margin, command);
        context.Screen.Write(report);
        var deliveries = new Deliveries(context);
        foreach (var path in options.Outputs)
            deliveries.File(
                path,
                path.EndsWith(".md", StringComparison.OrdinalIgnoreCase)
                    ? report
                    : HistoryPage.Render(lines, margin, command, options.IsGit ? CommitPages.Find(context.Folder) : null)
            );
        return deliveries.ExitCode(ExitCode.Passed);
    }

    private static bool IsShallow(Context context) =>
        GitProcess.Ask(context.Folder, "rev-parse", "--is-shallow-repository")?.Trim() == "true";
}

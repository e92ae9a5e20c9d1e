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
        var branch = options.Branch is { } name ? DataBranch.Named(name, context.Folder) : null;
        foreach (var place in options.Added)
            RecordedChecks.Add(branch!, place, context);
        var runs =
            branch is not null ? Read(branch, context)
            : options.IsGit ? RunLoader.LoadHistory(options.Source[RunLoader.GitPrefix.Length..], options.Folder, context.Folder)
            : RunLoader.LoadHistory(options.Source, context.Folder);
        if (branch is null && options.IsGit && IsShallow(context))
            context.Screen.Complain(
                "warning: the clone is shallow, so its oldest commit seems to have changed every table. Run git fetch --unshallow."
            );
        foreach (var warning in runs.SelectMany(run => run.Run.Warnings))
            context.Screen.Complain(warning);
        var checks = RecordedChecks.Judge(runs, ComparisonOptions.ForToday(settings, context.Clock));
        var lines = HistoryLine.Create(runs, settings, checks);
        if (lines.Count == 0)
        {
            context.Screen.Complain(Nothing(options));
            return (int)ExitCode.NothingCompared;
        }

        var command = $"bench history{(branch is null ? $" {ShellText.Argument(options.Source)}" : "")}{options.Repeated}";
        var undecided = checks.Undecided();
        var report = HistoryReport.Render(lines, margin, command, undecided);
        context.Screen.Show(report);
        var writer = new ResultWriter(context);
        foreach (var path in options.Outputs)
            writer.File(
                path,
                OutputFiles.FormatOf(path, HistoryOptions.Formats) == ReportFormat.Markdown
                    ? report
                    : HistoryPage.Render(lines, margin, command, options.IsGit ? CommitPages.Find(context.Folder) : null, undecided)
            );
        return writer.Finish(ExitCode.Passed);
    }

    private static IReadOnlyList<HistoryRun> Read(DataBranch branch, Context context)
    {
        var damaged = new List<string>();
        var runs = branch.Read(damaged);
        foreach (var message in damaged)
            context.Screen.Complain($"warning: this check is left out: {message}");
        if (branch.IsShallow)
            context.Screen.Complain($"warning: the clone lacks the first checks of {branch.Name}. Run git fetch --unshallow.");
        return runs;
    }

    private static string Nothing(HistoryOptions options) =>
        options.Branch is { } branch ? $"{branch} has no figures here. Fetch the branch, or add figures with --add."
        : options.IsGit ? $"{options.Source} has no results. Use --folder PATH to name the folder where commits keep them."
        : $"{options.Source} has no results. Use a folder with one subfolder per run.";

    private static bool IsShallow(Context context) =>
        GitProcess.Ask(context.Folder, "rev-parse", "--is-shallow-repository")?.Trim() == "true";
}

using Bench.Comparison;
using Bench.Reports;

namespace Bench.Cli.Report;

internal static class ReportVerb
{
    public static int Run(PageOptions options, Context context)
    {
        if (options.Pictures is { } folder)
            CheckFolder.EnsureWritable(context, folder);
        var artifacts = Artifacts.Read(options.Paths, context.Folder, options.Judging.Settings(context), context.Clock);
        if (artifacts.Categories.Count == 0 && artifacts.Sweeps.Count == 0)
        {
            foreach (var warning in artifacts.Warnings)
                context.Screen.Complain($"{warning}");
            context.Screen.Complain(
                $"{string.Join(' ', options.Paths)}: no results found. Use results of dotnet run -- --filter '*', bench versus --results, bench load sweep or bench load matrix."
            );
            return (int)ExitCode.NothingCompared;
        }

        var links = new SourceLinks(Path.GetDirectoryName(context.FullPath(options.Output))!, context.Folder);
        var writer = new ResultWriter(context);
        writer.File(options.Output, RunPage.Render(artifacts, links, Command(options)));
        foreach (var (file, svg) in options.Pictures is null ? [] : RunPage.Pictures(artifacts))
            writer.Result(Path.Combine(options.Pictures!, file), svg);
        context.Screen.WriteLine($"{RunPage.Found(artifacts)}.");
        return writer.Finish(ExitCode.Passed);
    }

    // The command that makes the page again.
    private static string Command(PageOptions options) =>
        $"bench report {string.Join(' ', options.Paths.Select(ShellText.Argument))}{options.Judging.Given.Text(JudgingOptions.Config)}{options.Judging.Given.Text(JudgingOptions.Margin)}";
}

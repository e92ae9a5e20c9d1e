using System.CommandLine;
using Bench.Comparison;
using Bench.Processes;
using Bench.Reports;
using Bench.Results;

namespace Bench.History;

/// <summary><c>bench history</c>: each benchmark over time.</summary>
internal static class HistoryCommand
{
    private const string Help = """
        Draws each benchmark over a history: the tables that commits published, or a folder of runs. Says where its time changed, and with which commit.

        Exit codes: 0, whatever became slower; 2 wrong usage, or input that can't be read; 5 no results.
        """;

    private static readonly Argument<string> Source = new("SOURCE")
    {
        Description = "git:REVISIONS, for instance git:main or git:v1..main, or a folder with a folder for each run. Default: git:HEAD.",
        DefaultValueFactory = _ => "git:HEAD",
    };
    private static readonly Option<string> Folder = new("--folder")
    {
        HelpName = "PATH",
        Description = $"Where commits have their results. Default: {RunLoader.ReferenceFolder}.",
        DefaultValueFactory = _ => RunLoader.ReferenceFolder,
    };
    private static readonly Option<string[]> Outputs = JudgingOptions.Several(
        "--output",
        "FILE",
        "Also writes a file: .md, or .html with pictures."
    );

    public static Command Create()
    {
        var command = new Command("history", Help) { Source, Folder, Outputs, JudgingOptions.Config, JudgingOptions.Margin };
        command.Reads(arguments => arguments, Run);
        return command;
    }

    private static int Run(ParseResult arguments, Context context)
    {
        var working = context.Folder;
        var settings = JudgingChoices.From(arguments).Settings(context);
        var margin = settings.Margin.Relative;
        string[] outputs = arguments.GetValue(Outputs) ?? [];
        if (outputs.FirstOrDefault(path => Path.GetExtension(path).ToUpperInvariant() is not (".MD" or ".HTML" or ".HTM")) is { } wrong)
            throw new UsageException($"--output: invalid file '{wrong}': expected the extension .md or .html, which says what to write.");
        var source = arguments.GetValue(Source)!;
        var isGit = source.StartsWith(RunLoader.GitPrefix, StringComparison.Ordinal);
        if (!isGit && arguments.GetResult(Folder) is { Implicit: false })
            throw new UsageException($"--folder is of commits, and {source} is a folder of runs: expected git:REVISIONS.");
        var runs = isGit
            ? RunLoader.LoadHistory(source[RunLoader.GitPrefix.Length..], arguments.GetValue(Folder)!.Trim('/'), working)
            : RunLoader.LoadHistory(source, working);
        if (isGit && GitProcess.Run(working, "rev-parse", "--is-shallow-repository") is { ExitCode: 0 } answer && answer.Text.Trim() == "true")
            context.Screen.Complain("the clone is shallow: its oldest commit seems to have changed every table. git fetch --unshallow gets the others.");
        foreach (var warning in runs.SelectMany(run => run.Run.Warnings))
            context.Screen.Complain(warning);
        var lines = HistoryLine.Create(runs, settings);
        if (lines.Count == 0)
        {
            context.Screen.Complain(
                isGit
                    ? $"{source} has no results: --folder PATH says where its commits keep them."
                    : $"{source} has no results: expected a folder with a folder for each run."
            );
            return (int)ExitCode.NothingCompared;
        }

        Option[] all = [Folder, JudgingOptions.Config, JudgingOptions.Margin];
        var command =
            $"bench history {ShellText.Argument(source)}{string.Concat(all.Select(option => GivenOptions.From(arguments).Text(option)))}";
        var report = HistoryReport.Render(lines, margin, command);
        context.Screen.Write(report);
        var deliveries = new Deliveries(context);
        foreach (var path in outputs)
            deliveries.File(
                path,
                path.EndsWith(".md", StringComparison.OrdinalIgnoreCase)
                    ? report
                    : HistoryPage.Render(lines, margin, command, isGit ? CommitPages.Find(working) : null)
            );
        return deliveries.ExitCode(ExitCode.Passed);
    }
}

using System.CommandLine;
using Bench.Comparison;
using Bench.Results;

namespace Bench.Cli.History;

internal static class HistoryCommand
{
    public static readonly Argument<string> Source = new("SOURCE")
    {
        Description = "git:REVISIONS, or a folder with one folder per run. Default: git:HEAD.",
        DefaultValueFactory = _ => "git:HEAD",
    };
    public static readonly Option<string> Folder = new("--folder")
    {
        HelpName = "PATH",
        Description = $"Read results of commits from PATH. Default: {RunLoader.ReferenceFolder}.",
        DefaultValueFactory = _ => RunLoader.ReferenceFolder,
    };
    public static readonly Option<string[]> Outputs = JudgingOptions.Several(
        "--output",
        "FILE",
        "Also write a .md file, or .html with charts. Repeatable."
    );

    public static Command Create()
    {
        var command = new VerbCommand(
            "history",
            "Show each benchmark over commits or runs, and where its time changed.",
            new(OptionGroup.Comparison, Folder),
            new(OptionGroup.Judging, JudgingOptions.Config, JudgingOptions.Margin),
            new(OptionGroup.Output, Outputs)
        )
        {
            Inputs = [Source],
            Examples =
            [
                new("bench history git:v1..main --output history.html", "Draw the tables that were committed between v1 and main."),
                new("bench history runs", "Show the runs in the subfolders of runs."),
            ],
            Exits = new Dictionary<ExitCode, string> { [ExitCode.NothingCompared] = "There are no results to show." },
            Page = "docs/guides/publish.md",
            Details = "Slower benchmarks do not change the exit code.",
        };
        command.Reads(HistoryOptions.From, HistoryVerb.Run);
        return command;
    }
}

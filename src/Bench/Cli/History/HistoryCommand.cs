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
    public static readonly Option<string> Folder = Declare.Value(
        "--folder",
        "PATH",
        $"Read results of commits from PATH. Default: {RunLoader.ReferenceFolder}.",
        RunLoader.ReferenceFolder
    );
    public static readonly Option<string?> Branch = Declare.Text(
        "--branch",
        "NAME",
        $"Read the checks of a data branch, such as origin/{DataBranch.Usual}."
    );
    public static readonly Option<string[]> Added = Declare.Several(
        "--add",
        "PATH",
        "First add the figures of a check in PATH to the branch. Repeatable."
    );
    public static readonly Option<string[]> Outputs = Declare.Several(
        "--output",
        "FILE",
        "Also write a .md file, or .html with charts. Repeatable."
    );

    public static Command Create()
    {
        var command = new VerbCommand(
            "history",
            "Show each benchmark over commits or runs, and where its time changed.",
            new(OptionGroup.Comparison, Folder, Branch, Added),
            new(OptionGroup.Judging, JudgingOptions.Config, JudgingOptions.Margin),
            new(OptionGroup.Output, ReportOptions.PageFormat, Outputs)
        )
        {
            Inputs = [Source],
            Examples =
            [
                new("bench history git:v1..main --output history.html", "Draw the tables that were committed between v1 and main."),
                new(
                    $"bench history --branch {DataBranch.Usual} --add {CheckFolder.Default}",
                    "Add the figures of the last check to a branch, and show all checks in it."
                ),
            ],
            Exits = new Dictionary<ExitCode, string> { [ExitCode.NothingCompared] = "There is nothing to show." },
            Page = "docs/guides/follow-performance.md",
            Details = """
                Slower benchmarks do not change the exit code.

                A data branch has one commit per check. `--branch NAME` is a branch of this repository. With the name of a remote, as in `origin/bench-data`,
                `--add` pushes the new commit. The work tree does not change.
                """,
        };
        command.Reads(HistoryOptions.From, HistoryVerb.Run);
        return command;
    }
}

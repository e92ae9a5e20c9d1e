using System.CommandLine;
using Bench.Results;

namespace Bench.History;

internal static class HistoryCommand
{
    private const string Help = """
        Draws each benchmark over a history: the tables that commits published, or a folder of runs. Says where its time changed, and with which commit.

        Exit codes: 0, whatever became slower; 2 wrong usage, or input that can't be read; 5 no results.
        """;

    public static readonly Argument<string> Source = new("SOURCE")
    {
        Description = "git:REVISIONS, for instance git:main or git:v1..main, or a folder with a folder for each run. Default: git:HEAD.",
        DefaultValueFactory = _ => "git:HEAD",
    };
    public static readonly Option<string> Folder = new("--folder")
    {
        HelpName = "PATH",
        Description = $"Where commits have their results. Default: {RunLoader.ReferenceFolder}.",
        DefaultValueFactory = _ => RunLoader.ReferenceFolder,
    };
    public static readonly Option<string[]> Outputs = JudgingOptions.Several(
        "--output",
        "FILE",
        "Also writes a file: .md, or .html with pictures."
    );

    public static Command Create()
    {
        var command = new Command("history", Help) { Source, Folder, Outputs, JudgingOptions.Config, JudgingOptions.Margin };
        command.Reads(HistoryOptions.From, HistoryVerb.Run);
        return command;
    }
}

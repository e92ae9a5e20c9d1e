using System.CommandLine;

namespace Bench.Load;

internal static class LoadK6Command
{
    private const string Help = """
        Draws runs of k6 as a bar chart of their requests/s, in the order in which they are named, and prints their figures.

        Exit codes: 0; 2 wrong usage, or a file that is no summary of k6.
        """;

    internal static readonly Argument<string[]> Summaries = new("FILES")
    {
        Description = "Summaries as samples/k6 write them: the data of handleSummary as JSON, or files of --summary-export.",
        Arity = ArgumentArity.OneOrMore,
    };

    public static Command Create()
    {
        var command = new Command("k6", Help) { Summaries, LoadOptions.Name, LoadOptions.Folder };
        command.Reads(LoadK6Options.From, LoadK6Verb.Run);
        return command;
    }
}

using System.CommandLine;

namespace Bench.Cli.Load;

internal static class LoadK6Command
{
    public static readonly Argument<string[]> Summaries = new("FILES")
    {
        Description = "Summaries of k6 as JSON. Files of the same name are repeated runs.",
        Arity = ArgumentArity.OneOrMore,
    };

    public static Command Create()
    {
        var command = new VerbCommand(
            "k6",
            "Draw runs of k6 as a bar chart of their requests/s, and print their figures.",
            new OptionGroup(OptionGroup.Output, ReportOptions.PageFormat, LoadOptions.Name, LoadOptions.Folder)
        )
        {
            Inputs = [Summaries],
            Examples =
            [
                new("bench load k6 minimal.json controller.json", "Draw two runs in this order."),
                new("bench load k6 minimal.json --name minimal --artifacts docs", "Write docs/minimal.md and its chart."),
            ],
            Page = "docs/guides/load-test.md",
        };
        command.Reads(LoadK6Options.From, LoadK6Verb.Run);
        return command;
    }
}

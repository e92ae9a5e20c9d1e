using System.CommandLine;

namespace Bench.Cli.Explain;

internal static class ExplainCommand
{
    public static readonly Argument<string> Benchmark = new("BENCHMARK")
    {
        Description = "Benchmark to explain, such as '*Orders.Total'. Exactly one must match.",
    };
    public static readonly Option<string?> Output = Declare.Text("--output", "FILE.md", "Also write everything to a Markdown file.");
    public static readonly Option<bool> Full = Declare.Flag("--full", "Also print CPU samples and machine code.");

    public static Command Create()
    {
        var command = new VerbCommand(
            "explain",
            "Explain why one benchmark changed: code, CPU samples, inlining and allocation.",
            new(
                OptionGroup.Comparison,
                BaselineOptions.Baseline,
                BaselineOptions.Exact,
                MeasurementOptions.Runtimes,
                MeasurementOptions.Packages
            ),
            new(OptionGroup.Method, [.. MeasurementOptions.All, JudgingOptions.Config]),
            new(OptionGroup.Output, ReportOptions.PageFormat, Full, Output)
        )
        {
            Inputs = [Benchmark],
            Examples =
            [
                new("bench explain '*Orders.Total' --baseline main", "Show which methods take more time on this branch, and why."),
                new(
                    "bench explain '*Orders.Total' --baseline HEAD --output why.md",
                    "Write samples and machine code of both builds to a file."
                ),
            ],
            Page = "docs/guides/gate-pull-requests.md",
            Details = """
                Prints the methods whose time changed (the program's own methods first), methods that are no longer inlined, and types that are allocated.
                `--full` and the file add CPU samples of both builds side by side, and a diff of their machine code.
                """,
        };
        command.Measures(ExplainOptions.From, ExplainVerb.Run, "explained");
        return command;
    }
}

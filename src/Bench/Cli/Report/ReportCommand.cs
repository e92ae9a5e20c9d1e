using System.CommandLine;
using Bench.Comparison;
using Bench.Results;

namespace Bench.Cli.Report;

internal static class ReportCommand
{
    public static readonly Argument<string[]> Paths = new("PATH")
    {
        Description = $"Files, folders or git:REF. Default: {RunLoader.ResultsFolder}.",
        Arity = ArgumentArity.ZeroOrMore,
        DefaultValueFactory = _ => [RunLoader.ResultsFolder],
    };
    public static readonly Option<string> Output = Declare.Value(
        "--output",
        "FILE",
        "Write the page to this .html file. Default: report.html.",
        "report.html"
    );
    public static readonly Option<string?> Pictures = Declare.Text("--pictures", "DIR", "Also write each chart to DIR as SVG.");

    public static Command Create()
    {
        var command = new VerbCommand(
            "report",
            "Write one HTML page with all results of a folder.",
            new(OptionGroup.Judging, JudgingOptions.Config, JudgingOptions.Margin),
            new(OptionGroup.Output, Output, Pictures)
        )
        {
            Inputs = [Paths],
            Examples =
            [
                new("bench report", "Write report.html from the last run."),
                new("bench report load-results git:main --output all.html", "Add load tests to the tables committed to main."),
            ],
            Exits = new Dictionary<ExitCode, string> { [ExitCode.NothingCompared] = "There is nothing to show." },
            Page = "docs/guides/publish.md",
            Details = """
                Results are those of BenchmarkDotNet, `bench versus --results`, `bench load sweep` and `bench load matrix`.
                The page begins with the questions of `bench.json`, or the topics, each with its answer and a chart. Tables, load curves and matrices
                follow. Each benchmark links to its figures and its code.
                """,
        };
        command.Reads(PageOptions.From, ReportVerb.Run);
        return command;
    }
}

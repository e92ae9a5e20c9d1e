using System.CommandLine;
using Bench.Results;

namespace Bench.Report;

internal static class ReportCommand
{
    private const string Help = """
        Writes one page of everything that folders of results hold: first the questions of bench.json, or the topics, with their answers and
        a picture each; then every table, load curves and matrices, and a link from each benchmark to its figures and its code.

        Exit codes: 0; 2 wrong usage, a folder without results, or input that can't be read; 5 results of which none is shown here.
        """;

    public static readonly Argument<string[]> Paths = new("PATH")
    {
        Description =
            $"Files or folders: results of BenchmarkDotNet, of versus --results, of load sweep and load matrix; or git:REF. Default: {RunLoader.ResultsFolder}.",
        Arity = ArgumentArity.ZeroOrMore,
        DefaultValueFactory = _ => [RunLoader.ResultsFolder],
    };
    public static readonly Option<string> Output = new("--output")
    {
        HelpName = "FILE",
        Description = "The page, .html. Default: report.html.",
        DefaultValueFactory = _ => "report.html",
    };
    public static readonly Option<string?> Pictures = new("--pictures")
    {
        HelpName = "DIR",
        Description = "Also writes its pictures there, SVG, each for itself.",
    };

    public static Command Create()
    {
        var command = new Command("report", Help) { Paths, Output, Pictures, JudgingOptions.Config, JudgingOptions.Margin };
        command.Reads(PageOptions.From, ReportVerb.Run);
        return command;
    }
}

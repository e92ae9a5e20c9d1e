using System.CommandLine;
using Bench.Comparison;
using Bench.Runner;

namespace Bench.Cli.Bisect;

internal static class BisectCommand
{
    public const string Time = "time";
    public const string Allocation = "allocation";

    public static readonly Argument<string[]> Benchmarks = new("BENCHMARK")
    {
        Description = "Benchmarks to search, such as '*Orders.Total'.",
        Arity = ArgumentArity.OneOrMore,
    };
    public static readonly Option<string> Good = new("--good")
    {
        HelpName = "REF",
        Description = "Start at this commit, before the change. Required.",
        Required = true,
    };
    public static readonly Option<string?> Bad = Declare.Text(
        "--bad",
        "REF",
        "End at this commit, after the change. Default: the work tree."
    );
    public static readonly Option<string> Metric = Declare.Value(
        "--metric",
        "METRIC",
        $"Compare {Time} or {Allocation}. Default: {Time}.",
        Time
    );
    public static readonly Option<bool> All = Declare.Flag(
        "--all",
        "Also search the commits of merged branches. Default: first parents only."
    );
    public static readonly Option<string?> Output = Declare.Text("--output", "FILE.md", "Also write the report to a Markdown file.");
    public static readonly Option<string> Results = Declare.Value(
        "--artifacts",
        "DIR",
        $"Keep the progress of a search in DIR. Default: {DefaultResults}.",
        DefaultResults
    );

    private const string DefaultResults = $"{BuildOutput.Artifacts}/bisect";

    public static Command Create()
    {
        var command = new VerbCommand(
            "bisect",
            "Find the commit that made a benchmark slower or faster, or changed what it allocates.",
            new(OptionGroup.Comparison, Good, Bad, All, Metric),
            new(OptionGroup.Method, [.. MeasurementOptions.All]),
            new(OptionGroup.Judging, JudgingOptions.Config, JudgingOptions.Margin),
            new(OptionGroup.Output, ReportOptions.PageFormat, Output, Results)
        )
        {
            Inputs = [Benchmarks],
            Examples =
            [
                new("bench bisect '*Orders.Total' --good v1.2.0", "Find the commit since v1.2.0 that changed the time of Orders.Total."),
                new(
                    "bench bisect '*Orders*' --good main~20 --bad main --metric allocation",
                    "Find the commit that changed its allocation."
                ),
            ],
            Exits = new Dictionary<ExitCode, string>
            {
                [ExitCode.Inconclusive] = "A benchmark was not searched or decided, or a change was not traced to one commit.",
            },
            Page = "docs/guides/find-the-commit.md",
            Details = """
                The two ends are compared first. Then the range is halved again and again; each comparison is interleaved and ends when it is decided.
                Commits that run the same code are not measured, and commits that do not build are skipped. Commits are built outside of the repository.

                To continue after Ctrl-C or a full disk, run the same command again. It continues if commits and settings are the same.
                """,
        };
        command.Measures(BisectOptions.From, BisectVerb.Run, "compared");
        return command;
    }
}

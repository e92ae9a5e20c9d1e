using System.CommandLine;

namespace Bench.Cli.Affected;

internal static class AffectedCommand
{
    public const string Text = "text";
    public const string Json = "json";
    public const string Matrix = "matrix";

    public static readonly Option<string> Format = Declare.Value(
        "--format",
        "FORMAT",
        $"Print as {Text}, {Json} or {Matrix}. Default: {Text}.",
        Text
    );
    public static readonly Option<int> MaxShards = Declare.Value(
        "--max-shards",
        "N",
        "Divide the work into at most N shards. Default: 1.",
        1
    );
    public static readonly Option<int> Replicates = Declare.Value(
        "--replicates",
        "N",
        "Plan N machines for each benchmark in the matrix. Default: 1.",
        1
    );

    public static Command Create()
    {
        var command = new VerbCommand(
            "affected",
            "List the benchmarks that run changed code, and why, without measuring them.",
            new(OptionGroup.Comparison, BaselineOptions.Baseline, BaselineOptions.Exact, MeasurementOptions.Packages),
            new(OptionGroup.Selection, FilterOptions.Patterns, FilterOptions.Categories, MeasurementOptions.Strict),
            new(OptionGroup.Method, [.. MeasurementOptions.All, JudgingOptions.Config]),
            new(OptionGroup.Output, Format, MaxShards, Replicates)
        )
        {
            Examples =
            [
                new("bench affected --baseline main", "List what bench gate would measure on this branch."),
                new("bench affected --baseline HEAD --filter '*Json*'", "List the Json benchmarks that uncommitted changes affect."),
            ],
            Page = "docs/explanation/same-code.md",
            Details = """
                Both builds are made, each benchmark runs once in both, and the code that ran is compared.

                `--format matrix` prints shards and replicates for a workflow. It prints at most `--max-shards` shards, and fewer if there is little to measure.
                A single replicate is planned if nothing has to be measured.
                """,
        };
        command.Measures(AffectedOptions.From, AffectedVerb.Run, "found");
        return command;
    }
}

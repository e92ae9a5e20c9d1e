using System.CommandLine;

namespace Bench.Affected;

internal static class AffectedCommand
{
    public const string Text = "text";
    public const string Json = "json";
    public const string Matrix = "matrix";

    public static readonly Option<string> Format = new("--format")
    {
        HelpName = $"{Text}|{Json}|{Matrix}",
        Description = $"What goes to standard output; {Matrix} is the shards and replicates alone, for a workflow. Default: {Text}.",
        DefaultValueFactory = _ => Text,
    };
    public static readonly Option<int> MaxShards = new("--max-shards")
    {
        HelpName = "N",
        Description = "Over how many machines a check may be divided: as many shards are told as there is work for. Default: 1.",
        DefaultValueFactory = _ => 1,
    };
    public static readonly Option<int> Replicates = new("--replicates")
    {
        HelpName = "N",
        Description = "How many machines measure each benchmark, for the matrix; one where nothing is to be measured. Default: 1.",
        DefaultValueFactory = _ => 1,
    };

    private const string Help = """
        Says which benchmarks run code that changed, and why, without measuring: builds both, runs each benchmark once and compares the code.

        Exit codes: 0; 2 wrong usage, no git, no such ref, a side that does not build, no such benchmark; 130 interrupted.
        """;

    public static Command Create()
    {
        var command = new Command("affected", Help)
        {
            BaselineOptions.Baseline,
            BaselineOptions.Exact,
            FilterOptions.Patterns,
            FilterOptions.Categories,
            MeasurementOptions.Strict,
            Format,
            MaxShards,
            Replicates,
        };
        foreach (var option in MeasurementOptions.All.Append(JudgingOptions.Config))
            command.Add(option);
        command.Measures(AffectedOptions.From, AffectedVerb.Run, "found");
        return command;
    }
}

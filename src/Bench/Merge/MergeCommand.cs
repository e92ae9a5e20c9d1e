using System.CommandLine;

namespace Bench.Merge;

internal static class MergeCommand
{
    public static readonly Argument<string[]> Parts = new("PARTS")
    {
        Description = "The figures of each shard and replicate: bench-results.json, or the folder it lies in.",
        Arity = ArgumentArity.OneOrMore,
    };
    public static readonly Option<string> Results = new("--results")
    {
        HelpName = "DIR",
        Description = $"Where the joined figures and reports are written. Default: {CheckFolder.Default}.",
        DefaultValueFactory = _ => CheckFolder.Default,
    };

    private const string Help = """
        Joins the shards of one check, and its replicates on other machines, into one verdict: all benchmarks are judged together.

        All of them have to be there, of the same builds, benchmarks and options; these options judge, where no other is given. With
        replicates, a benchmark fails only where the machines show it together, and one that is slower on some processors only is
        named with them. Exit codes as of compare.
        """;

    public static Command Create()
    {
        var command = new Command("merge", Help) { Parts, Results, JudgingOptions.CandidateConfig };
        foreach (var option in JudgingOptions.All.Concat(ReportOptions.All))
            command.Add(option);
        command.Reads(MergeOptions.From, MergeVerb.Run);
        return command;
    }
}

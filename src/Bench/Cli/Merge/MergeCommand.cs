using System.CommandLine;
using Bench.Comparison;

namespace Bench.Cli.Merge;

internal static class MergeCommand
{
    public static readonly Argument<string[]> Parts = new("PARTS")
    {
        Description = "bench-results.json of each shard and replicate, or its folder.",
        Arity = ArgumentArity.OneOrMore,
    };

    public static Command Create()
    {
        var command = new VerbCommand(
            "merge",
            "Combine the shards of a check, and its replicates on other machines, into one verdict.",
            new(OptionGroup.Judging, [.. JudgingOptions.All, JudgingOptions.CandidateConfig]),
            new(OptionGroup.Output, [CheckFolder.Artifacts, .. ReportOptions.All])
        )
        {
            Inputs = [Parts],
            Examples =
            [
                new("bench merge part-1 part-2", "Combine two shards."),
                new("bench merge machine-* --output verdict.md", "Combine all replicates, and write the report to a file."),
            ],
            Exits = new Dictionary<ExitCode, string>
            {
                [ExitCode.Regressed] = "A benchmark regressed, failed or vanished.",
                [ExitCode.Inconclusive] = "More benchmarks are Inconclusive than --max-inconclusive allows.",
                [ExitCode.Environment] = "The environments differ, and --strict-environment was given.",
                [ExitCode.NothingCompared] = "Nothing could be compared.",
            },
            Page = "docs/guides/several-machines.md",
            Details = """
                All parts must be there, with the same builds, benchmarks and options. Their options apply unless others are given here.
                With replicates, a benchmark fails only if the machines together show a regression. A benchmark that is slower on some processors only is
                listed with these processors.

                Regressions that `--candidate-config` accepts are accepted. The report lists all other settings that it changes.
                """,
        };
        command.Reads(MergeOptions.From, MergeVerb.Run);
        return command;
    }
}

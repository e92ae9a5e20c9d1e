using System.CommandLine;
using Bench.Comparison;

namespace Bench.Cli.Load;

internal static class LoadDiffCommand
{
    public static readonly Argument<string> Baseline = new("BASELINE")
    {
        Description = "Baseline sweep: FOLDER/NAME or a file. A .dat file gives ratios only.",
    };
    public static readonly Argument<string> Candidate = new("CANDIDATE") { Description = "Candidate sweep: FOLDER/NAME or a file." };

    public static Command Create()
    {
        var command = new VerbCommand(
            "diff",
            "Compare two sweeps level by level, or two results of crank.",
            new(
                OptionGroup.Judging,
                JudgingOptions.Config,
                JudgingOptions.Margin,
                JudgingOptions.MaxInconclusive,
                JudgingOptions.StrictEnvironment
            ),
            new(OptionGroup.Output, ReportOptions.PageFormat, LoadOptions.Name, LoadOptions.Folder)
        )
        {
            Inputs = [Baseline, Candidate],
            Examples =
            [
                new("bench load diff load-results/before load-results/after", "Compare the sweeps that are named before and after."),
                new("bench load diff old.json new.json --name crank", "Compare two JSON files of crank, and write crank.md."),
            ],
            Exits = new Dictionary<ExitCode, string>
            {
                [ExitCode.Regressed] = "A level is slower or missing, or has fewer good responses.",
                [ExitCode.Inconclusive] = "More levels are Inconclusive than --max-inconclusive allows.",
                [ExitCode.Environment] = "The environments differ, and --strict-environment was given.",
                [ExitCode.NothingCompared] = "Nothing could be compared.",
            },
            Page = "docs/guides/load-test.md",
            Details = """
                Writes `NAME.md` and, for sweeps, `NAME.svg` with both in each chart. The default name is `A-B`.
                Several files of crank's `--json`, separated by commas, are the launches of one run.
                If no level has enough rounds for a verdict and no option asks for one, the exit code is 0.
                """,
        };
        command.Reads(LoadDiffOptions.From, LoadDiffVerb.Run);
        return command;
    }
}

using System.CommandLine;
using Bench.Comparison;

namespace Bench.Cli.Compare;

internal static class CompareCommand
{
    public static readonly Argument<string?> Baseline = new("BASELINE")
    {
        Description = "File, folder or git:REF; commas separate launches. Default: published tables.",
        Arity = ArgumentArity.ZeroOrOne,
    };

    public static readonly Argument<string?> Candidate = new("CANDIDATE")
    {
        Description = "The same for the other run. Default: the last run, if BASELINE is missing too.",
        Arity = ArgumentArity.ZeroOrOne,
    };

    public static readonly Option<string[]> MoreBaselines = Declare.Several(
        "--baseline",
        "PATH",
        "Add a file, folder or git:REF to the baseline. Repeatable."
    );
    public static readonly Option<string[]> MoreCandidates = Declare.Several(
        "--candidate",
        "PATH",
        "Add a file, folder or git:REF to the candidate. Repeatable."
    );
    public static readonly Option<string[]> Spreads = Declare.Several(
        "--spread",
        "PATH",
        "Learn the spread between launches from a run of the same code. Repeatable."
    );
    public static readonly Option<double?> LaunchSpread = Declare.Quantity(
        "--launch-spread",
        "SHARE",
        "Assume this spread between launches for benchmarks without a known one.",
        Quantities.Share
    );

    public static readonly Option<bool> AcrossMachines = Declare.Flag(
        "--across-machines",
        "List ratios that differ more than usual between machine classes. Never fails."
    );

    public static Command Create()
    {
        var command = new VerbCommand(
            "compare",
            "Compare two finished benchmark runs. Without arguments, compare the last run with the published tables.",
            new(OptionGroup.Comparison, MoreBaselines, MoreCandidates),
            new(OptionGroup.Judging, [.. JudgingOptions.All, Spreads, LaunchSpread, AcrossMachines]),
            new(OptionGroup.Output, [.. ReportOptions.All])
        )
        {
            Inputs = [Baseline, Candidate],
            Examples =
            [
                new("bench compare old new", "Compare the results in two folders."),
                new(
                    "bench compare git:main BenchmarkDotNet.Artifacts/results --output diff.md",
                    "Compare with the tables committed to main."
                ),
            ],
            Exits = new Dictionary<ExitCode, string>
            {
                [ExitCode.Regressed] = "A benchmark regressed, failed or vanished.",
                [ExitCode.Inconclusive] = "More benchmarks are Inconclusive than --max-inconclusive allows.",
                [ExitCode.Environment] = "The environments differ, and --strict-environment was given.",
                [ExitCode.NothingCompared] = "Nothing could be compared.",
            },
            Page = "docs/guides/compare-runs.md",
            Details = """
                `bench compare` reads BenchmarkDotNet's JSON (full or brief) and GitHub Markdown tables, `bench-results.json` and crank's JSON.
                For `--spread`, give one folder per build. A throughput of crank that is Inconclusive also returns 3.
                """,
        };
        command.Reads(CompareOptions.From, CompareVerb.Run);
        return command;
    }
}

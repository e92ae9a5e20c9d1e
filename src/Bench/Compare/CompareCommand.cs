using System.CommandLine;
using Bench.Comparison;

namespace Bench.Compare;

internal static class CompareCommand
{
    public static readonly Argument<string?> Baseline = new("BASELINE")
    {
        Description =
            "The run compared against: a file, a folder or git:REF; several separated by commas are more launches of one run. Default: the published tables.",
        Arity = ArgumentArity.ZeroOrOne,
    };

    public static readonly Argument<string?> Candidate = new("CANDIDATE")
    {
        Description = "The run in question, in the same way. Default: the results of the last run, if BASELINE is not given either.",
        Arity = ArgumentArity.ZeroOrOne,
    };

    public static readonly Option<string[]> MoreBaselines = JudgingOptions.Several(
        "--baseline",
        "PATH",
        "More files, folders or git:REF of the baseline."
    );
    public static readonly Option<string[]> MoreCandidates = JudgingOptions.Several(
        "--candidate",
        "PATH",
        "More files, folders or git:REF of the candidate."
    );
    public static readonly Option<string[]> Spreads = JudgingOptions.Several(
        "--spread",
        "PATH",
        "Repeated runs of identical code on this machine, one folder a build: the spread between launches is learned from them."
    );
    public static readonly Option<double?> LaunchSpread = JudgingOptions.Quantity(
        "--launch-spread",
        "SHARE",
        "A spread between launches to assume for benchmarks where none is known.",
        Quantities.Share
    );

    public static readonly Option<bool> AcrossMachines = new("--across-machines")
    {
        Description = "List ratios that differ more than usual between machine classes. Never fails.",
    };

    private const string Help = """
        Compares two benchmark runs benchmark by benchmark. Without any, shows which answers of the last run differ from the published ones.

        Reads BenchmarkDotNet's JSON (full or brief) and GitHub Markdown tables, bench-results files, and crank's JSON.
        Exit codes, the first that applies:
          2    wrong usage, or input that can't be read
          1    a regression, or a benchmark that failed or vanished
          4    another environment, with --strict-environment
          5    nothing compared
          3    too many benchmarks inconclusive, or the throughput of a load
          0    none of these
          130  interrupted
        """;

    public static Command Create()
    {
        var command = new Command("compare", Help)
        {
            Baseline,
            Candidate,
            MoreBaselines,
            MoreCandidates,
            Spreads,
            LaunchSpread,
            AcrossMachines,
        };
        foreach (var option in JudgingOptions.All.Concat(ReportOptions.All))
            command.Add(option);
        command.Reads(CompareOptions.From, CompareVerb.Run);
        return command;
    }
}

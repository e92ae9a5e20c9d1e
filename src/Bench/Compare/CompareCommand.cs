using System.CommandLine;
using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Compare;

/// <summary><c>bench compare</c>: two runs side by side.</summary>
internal static class CompareCommand
{
    private static readonly Argument<string?> BaselineArgument = new("BASELINE")
    {
        Description =
            "The run compared against: a file, a folder or git:REF; several separated by commas are more launches of one run. Default: the published tables.",
        Arity = ArgumentArity.ZeroOrOne,
    };

    private static readonly Argument<string?> CandidateArgument = new("CANDIDATE")
    {
        Description = "The run in question, in the same way. Default: the results of the last run, if BASELINE is not given either.",
        Arity = ArgumentArity.ZeroOrOne,
    };

    private static readonly Option<string[]> Baselines = JudgingOptions.Several(
        "--baseline",
        "PATH",
        "More files, folders or git:REF of the baseline."
    );
    private static readonly Option<string[]> Candidates = JudgingOptions.Several(
        "--candidate",
        "PATH",
        "More files, folders or git:REF of the candidate."
    );
    private static readonly Option<string[]> Spreads = JudgingOptions.Several(
        "--spread",
        "PATH",
        "Repeated runs of identical code on this machine, one folder a build: the spread between launches is learned from them."
    );
    private static readonly Option<double?> LaunchSpread = JudgingOptions.Quantity(
        "--launch-spread",
        "SHARE",
        "A spread between launches to assume for benchmarks where none is known.",
        Quantities.Share
    );

    public static Command Create()
    {
        var command = new Command("compare", Help)
        {
            BaselineArgument,
            CandidateArgument,
            Baselines,
            Candidates,
            Spreads,
            LaunchSpread,
            JudgingOptions.AcrossMachines,
        };
        foreach (var option in JudgingOptions.All.Concat(ReportOptions.All))
            command.Add(option);
        command.Reads(arguments => arguments, Compare);
        return command;
    }

    private const string Help = """
        Compares two benchmark runs benchmark by benchmark.

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

    private static int Compare(ParseResult arguments, Context context)
    {
        var folder = context.Folder;
        var (baseline, candidate) = Sides(arguments, folder);
        var spreads = arguments.GetValue(Spreads) ?? [];
        if (spreads.Any(string.IsNullOrWhiteSpace))
            throw new UsageException("--spread: expected the path of a run.");
        var runs = RunLoader.Load([baseline, candidate ?? [], .. spreads.Select(spread => (IReadOnlyList<string>)[spread])], folder);
        var check = candidate is null && runs[0].Checks is [var only] ? only : null;
        var settings = JudgingChoices.From(arguments).SettingsOf(context, check);
        JudgingChoices.From(arguments).EnsureControlsMatch(runs.Take(2).SelectMany(run => run.Benchmarks).Select(benchmark => benchmark.Id));
        var isOfLoad = runs.Take(2).Any(run => run.IsOfLoad);
        var options = ComparisonOptions.ForToday(settings) with
        {
            Study = [.. runs.Skip(2)],
            AssumedSpread = isOfLoad ? null : AssumedSpread.OfTimes,
            // What was measured interleaved has no such factor: there it would be the change.
            EstimatesCommonFactor = candidate is not null && !isOfLoad,
            ComparesTimesAcrossMachines = arguments.GetValue(JudgingOptions.AcrossMachines),
            NamesRemedies = !isOfLoad,
            StatedSpread = arguments.GetValue(LaunchSpread) is { } spread ? SpreadPrior.Stated(spread) : null,
        };
        var comparison =
            candidate is not null ? RunComparison.Create(runs[0], runs[1], options)
            : runs[0].Benchmarks.All(benchmark => benchmark.IsPaired || benchmark.Failure is not null)
            && (runs[0].Checks.Count > 0 || runs[0].Benchmarks.Any(benchmark => benchmark.IsPaired))
                ? RunComparison.CreatePaired(runs[0], options)
            : throw new UsageException(
                $"{string.Join(", ", baseline)} holds one side: name a second run to compare it with, bench compare BASELINE CANDIDATE."
            );
        var outcome = Outcome.Create(comparison, JudgingChoices.From(arguments).Strictness(settings, check?.Options));
        var deliveries = new Deliveries(context);
        ReportChoices.From(arguments).Write(context, deliveries, comparison, outcome);
        return deliveries.ExitCode(outcome);
    }

    // A file of pairs holds both sides, so a run may stand alone; without any, the usual two are compared.
    private static (IReadOnlyList<string> Baseline, IReadOnlyList<string>? Candidate) Sides(ParseResult arguments, string folder)
    {
        var baseline = Paths(arguments.GetValue(BaselineArgument), arguments.GetValue(Baselines), folder);
        var candidate = Paths(arguments.GetValue(CandidateArgument), arguments.GetValue(Candidates), folder);
        return (baseline.Count, candidate.Count) switch
        {
            (0, 0) => ([Default(RunLoader.ReferenceFolder)], [Default(RunLoader.ResultsFolder)]),
            (0, _) => ([Default(RunLoader.ReferenceFolder)], candidate),
            (_, 0) => (baseline, null),
            _ => (baseline, candidate),
        };

        string Default(string below)
        {
            for (var here = new DirectoryInfo(folder); here is not null; here = here.Parent)
            {
                var path = Path.Combine(here.FullName, below);
                if (Directory.Exists(path))
                    return Path.GetRelativePath(folder, path);
            }

            throw new UsageException($"there is no {below} here or above: name the runs to compare, bench compare BASELINE CANDIDATE.");
        }
    }

    private static IReadOnlyList<string> Paths(string? argument, string[]? options, string folder)
    {
        string[] named =
            argument is null ? []
            : Path.Exists(Path.GetFullPath(argument, folder)) ? [argument]
            : argument.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return (argument is not null && named.Length == 0) || named.Concat(options ?? []).Any(string.IsNullOrWhiteSpace)
            ? throw new UsageException("expected the path of a run, not an empty text.")
            : [.. named, .. options ?? []];
    }
}

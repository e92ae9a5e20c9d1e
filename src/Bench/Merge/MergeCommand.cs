using System.CommandLine;
using Bench.Comparison;
using Bench.Results;

namespace Bench.Merge;

/// <summary><c>bench merge</c>: the shards and replicates of a check as one verdict.</summary>
internal static class MergeCommand
{
    private static readonly Argument<string[]> Parts = new("PARTS")
    {
        Description = "The figures of each shard and replicate: bench-results.json, or the folder it lies in.",
        Arity = ArgumentArity.OneOrMore,
    };
    private static readonly Option<string> Results = new("--results")
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
        command.Reads(arguments => arguments, Merge);
        return command;
    }

    private static int Merge(ParseResult arguments, Context context)
    {
        var folder = context.Folder;
        string[] parts =
        [
            .. arguments.GetValue(Parts)!.Select(part => Directory.Exists(context.FullPath(part)) ? Path.Combine(part, CheckFolder.Figures) : part),
        ];
        var runs = RunLoader.Load([.. parts.Select(part => (IReadOnlyList<string>)[part])], folder);
        var check = EnsureOneCheck(parts, runs);
        var settings = JudgingChoices.From(arguments).SettingsOfFigures(context, check);
        check = check with { Options = JudgingChoices.From(arguments).OptionsOfFigures(context, check) };

        EnsureEachBenchmarkOnce(parts, runs);
        var (benchmarks, machines) = JoinedReplicates.Create(runs);
        JudgingChoices.From(arguments).EnsureControlsMatch(benchmarks.Select(benchmark => benchmark.Id));
        var (baseline, candidate) = (runs[0].BaselineEnvironments[0], runs[0].Environments[0]);
        var comparison = RunComparison.CreatePaired(
            Bench.Results.Run.FromCheck(benchmarks, baseline, candidate, check, machines),
            ComparisonOptions.ForToday(settings) with
            {
                NamesRemedies = true,
            }
        );
        var outcome = Outcome.Create(comparison, JudgingChoices.From(arguments).Strictness(settings, check.Options));
        var deliveries = new Deliveries(context);
        var results = arguments.GetValue(Results)!;
        CheckFolder.WriteFigures(deliveries, results, benchmarks, baseline, candidate, check, machines);
        ReportChoices.From(arguments).Write(context, deliveries, comparison, outcome);
        CheckFolder.WriteReports(context, results, deliveries, comparison, outcome);
        return deliveries.ExitCode(outcome);
    }

    private static void EnsureEachBenchmarkOnce(string[] parts, IReadOnlyList<Run> runs)
    {
        var found = new Dictionary<(int?, BenchmarkId), string>();
        foreach (var (run, part) in runs.Zip(parts))
        {
            var replicate = run.Checks[0].Replicate?.Index;
            foreach (var benchmark in run.Benchmarks.Where(benchmark => !found.TryAdd((replicate, benchmark.Id), part)))
                throw new UsageException(
                    $"{benchmark.Id} is in {found[(replicate, benchmark.Id)]} and in {part}: name the result of each shard once, bench merge DIR DIR."
                );
        }
    }

    private static CheckInfo EnsureOneCheck(string[] parts, IReadOnlyList<Run> runs)
    {
        var checks = runs.Zip(
                parts,
                (run, part) =>
                    run.Checks is [var check]
                        ? check
                        : throw new UsageException($"{part} is not from a check: expected what bench gate --shard 1/2 --results DIR wrote.")
            )
            .ToArray();
        var first = checks[0];
        for (var i = 1; i < checks.Length; i++)
        {
            var alike = checks[i] with
            {
                Shard = first.Shard,
                Replicate = first.Replicate,
                Partial = first.Partial,
                Seconds = first.Seconds,
                Title = first.Title,
                Unread = first.Unread,
                ShareOfOthers = first.ShareOfOthers,
                Options = first.Options,
                CandidateState = first.CandidateState,
            };
            if (alike != first)
                throw new UsageException(
                    $"{parts[i]} is from another check than {parts[0]}: other builds, benchmarks or settings. Run bench gate{CheckParts.Options(checks[i])} again, from the same commits."
                );
            if (checks[i].Options != first.Options)
                throw new UsageException(
                    $"{parts[0]} is judged with {JudgingChoices.Text(first.Options)}, {parts[i]} with {JudgingChoices.Text(checks[i].Options)}: run bench gate again for one of them, with the options of the other."
                );
        }

        // Of a file of an earlier version nobody knows.
        var states = checks.Zip(parts).Where(one => one.First.CandidateState is not null).ToArray();
        if (states.FirstOrDefault(one => one.First.CandidateState != states[0].First.CandidateState) is (_, { } differing))
            throw new UsageException(
                $"{states[0].Second} and {differing} are not of the same builds: the work tree had other changes. Run bench gate again for one of them, with the changes of the other."
            );

        CheckParts.EnsureComplete(checks);
        return first with
        {
            CandidateState = states.Select(one => one.First.CandidateState).FirstOrDefault(),
            Shard = null,
            Replicate = null,
            Partial = Joined(
                checks.Where(check => check.Partial is not null).Select(check => $"{CheckParts.Name(check)}: {check.Partial}")
            ),
            Unread = Joined(checks.Select(check => check.Unread).OfType<string>().Distinct()),
            Seconds = checks.Sum(check => check.Seconds),
            ShareOfOthers = checks.Max(check => check.ShareOfOthers),
        };
    }

    private static string? Joined(IEnumerable<string> sentences) => string.Join("; ", sentences) is { Length: > 0 } text ? text : null;
}

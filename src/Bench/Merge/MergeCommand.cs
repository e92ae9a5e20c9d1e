using System.CommandLine;
using Bench.Comparison;
using Bench.Results;

namespace Bench.Merge;

/// <summary><c>bench merge</c>: the shards of a check as one verdict.</summary>
internal static class MergeCommand
{
    private static readonly Argument<string[]> Parts = new("PARTS")
    {
        Description = "The figures of each shard: bench-results.json, or the folder it lies in.",
        Arity = ArgumentArity.OneOrMore,
    };
    private static readonly Option<string> Results = new("--results")
    {
        HelpName = "DIR",
        Description = $"Where the joined figures and reports are written. Default: {CheckFolder.Default}.",
        DefaultValueFactory = _ => CheckFolder.Default,
    };

    private static readonly Option<string?> CandidateConfig = new("--candidate-config")
    {
        HelpName = "FILE",
        Description =
            "The settings of the change that was checked: regressions that it accepts are accepted, and all else that it changes is listed. Default: what the figures say.",
    };

    private const string Help = """
        Joins the shards of one check into one verdict: all benchmarks are judged together.

        All shards have to be there, of the same builds and the same benchmarks. Exit codes as of compare.
        """;

    public static Command Create()
    {
        var command = new Command("merge", Help) { Parts, Results, CandidateConfig };
        foreach (var option in JudgingOptions.All.Concat(ReportOptions.All))
            command.Add(option);
        command.SetAction(arguments => Verb.Read(() => Merge(arguments)));
        return command;
    }

    private static int Merge(ParseResult arguments)
    {
        ReportOptions.Check(arguments);
        var folder = Directory.GetCurrentDirectory();
        string[] parts =
        [
            .. arguments.GetValue(Parts)!.Select(part => Directory.Exists(part) ? Path.Combine(part, CheckFolder.Figures) : part),
        ];
        var runs = RunLoader.Load([.. parts.Select(part => (IReadOnlyList<string>)[part])], folder);
        var check = EnsureOneCheck(parts, runs);
        var proposed = arguments.GetValue(CandidateConfig) is { } path ? Settings.ReadText(path) : null;
        var settings = proposed is not null
            ? JudgingOptions.SettingsOfCheck(
                arguments,
                JudgingOptions.NamesConfig(arguments) ? null : Settings.ReadOwnText(folder),
                proposed
            )
            : JudgingOptions.SettingsOf(arguments, folder, check);

        EnsureEachBenchmarkOnce(parts, runs);
        BenchmarkResult[] benchmarks = [.. runs.SelectMany(run => run.Benchmarks)];
        JudgingOptions.EnsureControlsMatch(settings, benchmarks.Select(benchmark => benchmark.Id));
        var (baseline, candidate) = (runs[0].BaselineEnvironments[0], runs[0].Environments[0]);
        var comparison = RunComparison.CreatePaired(
            Bench.Results.Run.FromCheck(benchmarks, baseline, candidate, check),
            ComparisonOptions.ForToday(settings) with
            {
                NamesRemedies = true,
            }
        );
        var outcome = Outcome.Create(comparison, JudgingOptions.StrictnessFrom(arguments, settings));
        var deliveries = new Deliveries();
        var results = arguments.GetValue(Results)!;
        deliveries.Try(() => CheckFolder.WriteFigures(results, benchmarks, baseline, candidate, check));
        ReportOptions.Write(arguments, deliveries, comparison, outcome);
        CheckFolder.WriteReports(results, deliveries, comparison, outcome);
        return deliveries.ExitCode(outcome);
    }

    private static void EnsureEachBenchmarkOnce(string[] parts, IReadOnlyList<Run> runs)
    {
        var found = new Dictionary<BenchmarkId, string>();
        foreach (var (run, part) in runs.Zip(parts))
        {
            foreach (var benchmark in run.Benchmarks.Where(benchmark => !found.TryAdd(benchmark.Id, part)))
                throw new UsageException($"{benchmark.Id} is in {found[benchmark.Id]} and in {part}.");
        }
    }

    private static CheckInfo EnsureOneCheck(string[] parts, IReadOnlyList<Run> runs)
    {
        var checks = runs.Zip(
                parts,
                (run, part) => run.Checks is [var check] ? check : throw new UsageException($"{part} is not from a check.")
            )
            .ToArray();
        var first = checks[0];
        for (var i = 1; i < checks.Length; i++)
        {
            var alike = checks[i] with
            {
                Shard = first.Shard,
                Partial = first.Partial,
                Seconds = first.Seconds,
                Title = first.Title,
                Unread = first.Unread,
                ShareOfOthers = first.ShareOfOthers,
            };
            if (alike != first)
                throw new UsageException($"{parts[i]} is from another check than {parts[0]}: other builds, benchmarks or settings.");
        }

        var count = first.Shard?.Count ?? 1;
        if (checks.FirstOrDefault(check => (check.Shard?.Count ?? 1) != count) is { } other)
            throw new UsageException(
                $"one shard is {first.Shard?.ToString() ?? "all benchmarks"}, another {other.Shard?.ToString() ?? "all benchmarks"}."
            );
        // The count is anybody's: no more is looked at than there are parts.
        var present = checks.Select(check => check.Shard?.Index ?? 1).ToHashSet();
        for (var index = 1; index <= count; index++)
        {
            if (!present.Contains(index))
                throw new UsageException($"shard {index}/{count} is missing.");
        }

        if (checks.Length > count)
            throw new UsageException(
                checks.GroupBy(check => check.Shard).First(same => same.Count() > 1).Key is { } twice
                    ? $"shard {twice} is there more than once."
                    : "the whole check is there more than once."
            );
        return first with
        {
            Shard = null,
            Partial = Joined(checks.Where(check => check.Partial is not null).Select(check => $"shard {check.Shard}: {check.Partial}")),
            Unread = Joined(checks.Select(check => check.Unread).OfType<string>().Distinct()),
            Seconds = checks.Sum(check => check.Seconds),
            ShareOfOthers = checks.Max(check => check.ShareOfOthers),
        };
    }

    private static string? Joined(IEnumerable<string> sentences) => string.Join("; ", sentences) is { Length: > 0 } text ? text : null;
}

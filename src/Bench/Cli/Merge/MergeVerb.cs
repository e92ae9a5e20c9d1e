using Bench.Comparison;
using Bench.Results;

namespace Bench.Cli.Merge;

internal static class MergeVerb
{
    public static int Run(MergeOptions options, Context context)
    {
        string[] parts =
        [
            .. options.Parts.Select(part => Directory.Exists(context.FullPath(part)) ? Path.Combine(part, CheckFolder.Figures) : part),
        ];
        var runs = RunLoader.Load([.. parts.Select(part => (IReadOnlyList<string>)[part])], context.Folder);
        var check = EnsureOneCheck(parts, runs);
        var settings = options.Judging.SettingsOfFigures(context, check);
        check = check with { Options = options.Judging.OptionsOfFigures(context, check) };

        EnsureEachBenchmarkOnce(parts, runs);
        var (benchmarks, machines) = JoinedReplicates.Create(runs);
        options.Judging.EnsureControlsMatch(benchmarks.Select(benchmark => benchmark.Id));
        var merged = Bench.Results.Run.FromCheck(benchmarks, runs[0].BaselineEnvironments[0], runs[0].Environments[0], check, machines);
        var comparison = CheckFolder.Judge(merged, settings, context);
        var outcome = Outcome.Create(comparison, options.Judging.Strictness(settings, check.Options));
        return CheckFolder.Write(context, options.Results, options.Report, merged, comparison, outcome);
    }

    private static void EnsureEachBenchmarkOnce(string[] parts, IReadOnlyList<Run> runs)
    {
        var found = new Dictionary<(int?, BenchmarkId), string>();
        foreach (var (run, part) in runs.Zip(parts))
        {
            var replicate = run.Checks[0].Replicate?.Index;
            foreach (var benchmark in run.Benchmarks.Where(benchmark => !found.TryAdd((replicate, benchmark.Id), part)))
                throw new UsageException(
                    $"{benchmark.Id} is in {found[(replicate, benchmark.Id)]} and in {part}. Name the result of each shard once: bench merge DIR DIR."
                );
        }
    }

    private static CheckInfo EnsureOneCheck(string[] parts, IReadOnlyList<Run> runs)
    {
        var checks = runs.Zip(parts, (run, part) =>
                run.Checks is [var check]
                    ? check
                    : throw new UsageException($"{part} is not from a check. Use results of bench gate --shard 1/2 --artifacts DIR.")
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
                    $"{parts[i]} is from another check than {parts[0]}: builds, benchmarks or settings differ. Run bench gate{CheckParts.Options(checks[i])} again, from the same commits."
                );
            if (checks[i].Options != first.Options)
                throw new UsageException(
                    $"{parts[0]} is judged with {JudgingChoices.Text(first.Options)}, {parts[i]} with {JudgingChoices.Text(checks[i].Options)}. Run bench gate again for one of them, with the options of the other."
                );
        }

        // Null is a work tree without changes, or a file that does not record them.
        var states = checks.Zip(parts).Where(one => one.First.CandidateState is not null).ToArray();
        if (states.FirstOrDefault(one => one.First.CandidateState != states[0].First.CandidateState) is (_, { } differing))
            throw new UsageException(
                $"{states[0].Second} and {differing} are not of the same builds, because the work tree had different changes. Run bench gate again for one of them, with the changes of the other."
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

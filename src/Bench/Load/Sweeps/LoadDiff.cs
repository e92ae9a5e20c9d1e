using Bench.Comparison;
using Bench.Reports;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Load;

internal sealed record DiffedLevel(LoadLevel Baseline, LoadLevel Candidate, ComparedBenchmark Compared);

internal sealed record LoadDiff(
    LoadRun Baseline,
    LoadRun Candidate,
    IReadOnlyList<DiffedLevel> Levels,
    IReadOnlyList<int> OnlyBaseline,
    IReadOnlyList<int> OnlyCandidate,
    IReadOnlyList<string> Warnings,
    Outcome Outcome
)
{
    /// <summary>True if there is a verdict, or the user asked for one.</summary>
    public bool IsJudged { get; private init; } = true;

    /// <param name="needsVerdict">True if sweeps that are too short for a verdict fail.</param>
    public static LoadDiff Create(
        LoadRun baseline,
        LoadRun candidate,
        ComparisonOptions options,
        Strictness strictness,
        bool needsVerdict = true
    )
    {
        var before = baseline.Levels.ToDictionary(level => level.Connections);
        var after = candidate.Levels.ToDictionary(level => level.Connections);
        int[] both = [.. before.Keys.Where(after.ContainsKey).Order()];
        var comparison = RunComparison.Create(
            AsRun(baseline, before, both, level => null),
            AsRun(candidate, after, both, level => Lost(before[level.Connections], level)),
            options with
            {
                WarnsOfSettings = false,
            }
        );
        var isBare = IsBare(baseline) || IsBare(candidate);
        comparison = comparison with
        {
            Benchmarks =
            [
                .. comparison.Benchmarks.Zip(both, (benchmark, level) => OfRounds(benchmark, before[level], after[level], isBare)),
            ],
        };
        var outcome = Outcome.Create(comparison, strictness);
        var isJudged =
            needsVerdict
            || outcome.ExitCode != ExitCode.Inconclusive
            || comparison.Benchmarks.Any(benchmark => benchmark.Time?.Lower is not null);
        return new LoadDiff(
            baseline,
            candidate,
            [.. both.Zip(comparison.Benchmarks, (level, benchmark) => new DiffedLevel(before[level], after[level], benchmark))],
            [.. before.Keys.Except(both).Order()],
            [.. after.Keys.Except(both).Order()],
            [
                .. Remarks.Machines(comparison),
                .. comparison.Warnings,
                // Most settings are for benchmarks.
                .. ComparisonWarnings.OfSettings(
                    options.Settings,
                    options.Today,
                    pattern => comparison.Benchmarks.Any(level => pattern.Fits(level.Id)),
                    pattern => pattern.Text.StartsWith($"{LoadFiles.Type}.", StringComparison.Ordinal)
                ),
                .. Differences(baseline, candidate),
                .. Sharing(baseline),
                .. Sharing(candidate),
                .. Remarks.OtherDifferences(comparison).Select(difference => $"Different environment: {difference}."),
            ],
            isJudged ? outcome : outcome with { ExitCode = ExitCode.Passed }
        )
        {
            IsJudged = isJudged,
        };
    }

    // A launch of a sweep is a round. The one figure of a .dat file shows no spread, however many figures the other run has.
    private static ComparedBenchmark OfRounds(ComparedBenchmark compared, LoadLevel before, LoadLevel after, bool isBare) =>
        compared.Time is not { } time || double.IsNaN(time.Ratio) || !(isBare || time.Lower is null)
            ? compared
            : compared with
            {
                Time = isBare
                    ? time with
                    {
                        Ratio = RatioOfMedians(before, after),
                        Verdict = Verdict.Inconclusive,
                        Lower = null,
                        Upper = null,
                        FailsCheck = false,
                        Reason = "a .dat file has no rounds",
                    }
                    : time with
                    {
                        Reason = "one round per sweep shows no spread",
                    },
            };

    private static Run AsRun(LoadRun run, Dictionary<int, LoadLevel> levels, int[] both, Func<LoadLevel, string?> failure)
    {
        var benchmarks = LoadFiles.Benchmarks(run with { Levels = [.. both.Select(level => levels[level])] });
        return new Run(
            [
                .. benchmarks.Zip(both, (benchmark, level) =>
                    (failure(levels[level]) is { } why ? Failed(benchmark, why) : benchmark) with
                    {
                        Environments = [run.Environment],
                    }
                ),
            ],
            [run.Environment],
            [run.Name]
        );
    }

    private static BenchmarkResult Failed(BenchmarkResult benchmark, string why) =>
        new()
        {
            Id = benchmark.Id,
            Type = benchmark.Type,
            Method = benchmark.Method,
            Parameters = benchmark.Parameters,
            Places = benchmark.Places,
            Failure = benchmark.Failure ?? why,
        };

    // Over all rounds, because a median hides a fault of one process of three. A server that refused requests before as well is judged only
    // by its good answers: their share follows the speed of refusals.
    private static string? Lost(LoadLevel before, LoadLevel after) =>
        before.GoodShare is { } was && after.GoodShare is { } now && LostAnswers.AreFewer(was, now) && LostAnswers.IsNearlyAll(was)
            ? FormattableString.Invariant($"good responses fell from {was:0.##%} to {now:0.##%}")
            : null;

    // A .dat file has the medians. The ratio is one of times, like that of a benchmark.
    private static double RatioOfMedians(LoadLevel before, LoadLevel after) =>
        before.GoodRequestsPerSecond!.Value / after.GoodRequestsPerSecond!.Value;

    // A .dat file does not name its generator.
    private static bool IsBare(LoadRun run) => run.Tools.Count == 0;

    private static IEnumerable<string> Differences(LoadRun baseline, LoadRun candidate)
    {
        (string What, string Before, string After)[] all =
        [
            ("path", baseline.Target.Path, candidate.Target.Path),
            ("threads", Text(baseline.Settings.Threads), Text(candidate.Settings.Threads)),
            ("seconds per level", Text(baseline.Settings.DurationSeconds), Text(candidate.Settings.DurationSeconds)),
            ("seconds until a response is late", Text(baseline.Settings.TimeoutSeconds), Text(candidate.Settings.TimeoutSeconds)),
            ("seconds of warm-up", Text(baseline.Settings.WarmUpSeconds), Text(candidate.Settings.WarmUpSeconds)),
            ("separate cores for the generator", Text(baseline.Settings.Pin), Text(candidate.Settings.Pin)),
            ("generators", string.Join(", ", baseline.Tools), string.Join(", ", candidate.Tools)),
        ];
        return IsBare(baseline) || IsBare(candidate)
            ? []
            : all.Where(one => one.Before != one.After)
                .Select(one => $"Measured differently: {one.What}: {one.Before} and {one.After}.")
                .Concat(
                    baseline.Target.ToString() == candidate.Target.ToString() && baseline.Hidden != candidate.Hidden
                        ? ["Measured differently: values that are hidden here."]
                        : Array.Empty<string>()
                );

        static string Text(IConvertible value) => value.ToString(System.Globalization.CultureInfo.InvariantCulture);
    }

    // Rounds of one process cannot show differences between processes, so their interval is too narrow.
    private static IEnumerable<string> Sharing(LoadRun run)
    {
        if (run.Target.Sample is null && run.Levels.Any(level => level.Rounds.Count > 1))
            yield return $"{run.Name}: all rounds used one server process, so the interval does not include the difference between two starts of the server.";
        if (run.Partial is { } partial)
            yield return $"{run.Name} is partial: {partial}.";
    }
}

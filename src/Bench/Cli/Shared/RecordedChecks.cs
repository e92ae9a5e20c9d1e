using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;
using MathNet.Numerics.Statistics;

namespace Bench.Cli;

/// <summary>The checks of a history, judged with the settings of today. Runs that are not checks have no verdicts.</summary>
internal sealed class RecordedChecks
{
    // A benchmark is often Inconclusive if this many checks and at least half of its checks are.
    private const int MinInconclusive = 2;

    private readonly Dictionary<HistoryRun, Dictionary<BenchmarkId, ComparedBenchmark>> verdicts;

    private RecordedChecks(Dictionary<HistoryRun, Dictionary<BenchmarkId, ComparedBenchmark>> verdicts) => this.verdicts = verdicts;

    // A check during which the machine changed has no verdicts.
    public static RecordedChecks Judge(IReadOnlyList<HistoryRun> runs, ComparisonOptions options) =>
        new(
            runs.Where(run => run.Run.Checks.Count == 1)
                .Select(run => (Run: run, Comparison: RunComparison.CreatePaired(run.Run, options with { WarnsOfSettings = false })))
                .Where(check => !check.Comparison.Canaries.Any(canary => canary.Time.HasMoved))
                .ToDictionary(
                    check => check.Run,
                    check =>
                        check
                            .Comparison.Benchmarks.Where(benchmark => benchmark is { Presence: Presence.Both, Judged.Spread: not null })
                            .ToDictionary(benchmark => benchmark.Id),
                    (IEqualityComparer<HistoryRun>)ReferenceEqualityComparer.Instance
                )
        );

    /// <summary>Adds the figures of a check to a data branch.</summary>
    /// <param name="place">The file with the figures, or its folder.</param>
    public static void Add(DataBranch branch, string place, Context context)
    {
        var file = Directory.Exists(context.FullPath(place)) ? Path.Combine(place, CheckFolder.Figures) : place;
        var run = RunLoader.Load(
            [
                [file],
            ],
            context.Folder
        )[0];
        if (run.Checks is not [var check])
            throw new UsageException($"{file} is not from a check. Use the results of bench gate.");
        if (check.CandidateCommit is not { } commit)
            throw new UsageException(
                $"{file} is of {check.Candidate}. A data branch has figures of commits only: commit the changes, and run bench gate again."
            );
        if (run.Machines.Count > 0)
            throw new UsageException($"{file} joins the figures of several machines. Add the parts instead: --add PART --add PART.");
        if (run.Benchmarks.All(benchmark => benchmark.Replicates.Count == 0))
            context.Screen.Complain($"{commit}: no benchmark was measured, so {branch.Name} stays as it is.");
        else if (branch.Add(context.File(file).ReadBytes(), commit))
            context.Screen.Complain($"{commit}: added to {branch.Name}.");
        else
            context.Screen.Complain($"{commit}: {branch.Name} already has these figures.");
    }

    /// <summary>The verdict on the time; null if the run did not measure both builds.</summary>
    public TimeJudgement? Of(HistoryRun run, BenchmarkId benchmark) =>
        verdicts.GetValueOrDefault(run)?.GetValueOrDefault(benchmark)?.Judged;

    /// <summary>Benchmarks that checks often could not decide, the most frequent first.</summary>
    public IReadOnlyList<UndecidedBenchmark> Undecided() =>
        [
            .. verdicts
                .Values.SelectMany(check => check.Values)
                .Where(benchmark => !IsCutShort(benchmark))
                .GroupBy(benchmark => benchmark.Id)
                .Select(checks => (All: checks.ToArray(), Open: checks.Where(IsInconclusive).ToArray()))
                .Where(checks => checks.Open.Length >= MinInconclusive && 2 * checks.Open.Length >= checks.All.Length)
                .OrderByDescending(checks => checks.Open.Length)
                .Select(checks => new UndecidedBenchmark(
                    checks.All[^1].Id,
                    checks.All.Length,
                    checks.Open.Length,
                    checks.All.Select(benchmark => benchmark.Judged!.Spread!.Value).Median(),
                    checks.All[^1].Judged!.Candidate,
                    checks.All[^1].Margin,
                    checks.All.All(benchmark => benchmark.Allocation is { Verdict: not Verdict.Inconclusive })
                )),
        ];

    // The budget left no time to decide, whatever the spread is.
    private static bool IsCutShort(ComparedBenchmark benchmark) =>
        IsInconclusive(benchmark) && benchmark.CandidateLaunches < ScreenedVerdicts.ScreeningReplicates;

    private static bool IsInconclusive(ComparedBenchmark benchmark) => benchmark.Judged!.Verdict == Verdict.Inconclusive;
}

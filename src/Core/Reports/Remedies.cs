using System.Globalization;
using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Reports;

// Shell commands that measure benchmarks again, so often that Inconclusive ones are decided.
internal static class Remedies
{
    private const int UsualLaunches = 5;

    // Few fixed numbers. If more launches are needed, two runs are the wrong method, and the gate needs only minutes.
    private static readonly int[] Launches = [UsualLaunches, 10, 20, 30];

    // A check has at most half of this many replicates. Repeating it cannot decide a benchmark that needs more.
    private const int MaxReplicates = 2 * ScreenedVerdicts.MaxConfirmationReplicates;

    // A paired benchmark is too close to its margin for any check.
    public static bool IsBeyondChecks(ComparedBenchmark benchmark) =>
        benchmark is { IsPaired: true, Against: null, Judged: { Verdict: Verdict.Inconclusive, LaunchesToDecide: > MaxReplicates } };

    // Null for same code, and for what was not measured by a program with benchmarks.
    public static string? Repeat(RunComparison comparison, ComparedBenchmark benchmark) =>
        comparison.NamesRemedies && !benchmark.HasSameCode && benchmark.How != CrankJson.How
            ? Command(comparison, Decide(benchmark) ?? Usual(comparison, benchmark), Filters(benchmark))
            : null;

    // One command per tool for all benchmarks that fail or are undecided.
    public static IReadOnlyList<string> Create(RunComparison comparison, IEnumerable<ComparedBenchmark> benchmarks) =>
        !comparison.NamesRemedies
            ? []
            :
            [
                .. benchmarks
                    .Select(benchmark =>
                        (Choice: Decide(benchmark) ?? (IsToRepeat(benchmark) ? Usual(comparison, benchmark) : null), Benchmark: benchmark)
                    )
                    .Where(open => open.Choice is not null)
                    .GroupBy(open => open.Choice!.Tool)
                    .OrderBy(group => group.Key)
                    .Select(group =>
                        Command(
                            comparison,
                            new Choice(group.Key, group.Max(open => open.Choice!.Launches), group.Any(open => open.Choice!.CountsMemory)),
                            CommandText.ShortFilters([.. group.SelectMany(open => Ids(open.Benchmark))])
                        )
                    ),
            ];

    // Only what fails a check is worth measuring again.
    public static bool IsToRepeat(ComparedBenchmark benchmark) =>
        benchmark is { IsAcrossMachines: false }
        && benchmark.How != CrankJson.How
        && (
            BenchmarkOrder.GroupOf(benchmark) is BenchmarkGroup.Failing
            || (BenchmarkOrder.GroupOf(benchmark) == BenchmarkGroup.Lost && benchmark.Presence == Presence.Failed)
        );

    // A ratio also needs its baseline.
    private static IReadOnlyList<BenchmarkId> Ids(ComparedBenchmark benchmark) =>
        benchmark.RatioToBaseline is not null && benchmark.CategoryBaseline is { } baseline
            ? [benchmark.Id, new BenchmarkId(baseline, benchmark.Id.Job)]
            : [benchmark.Id];

    private static IReadOnlyList<string> Filters(ComparedBenchmark benchmark) => [.. Ids(benchmark).Select(CommandText.Filter)];

    private static Choice Usual(RunComparison comparison, ComparedBenchmark benchmark) =>
        benchmark.Against is not null ? new(Tool.Versus, 2 * UsualLaunches)
        : comparison.Check?.Commit is not null ? new(Tool.Gate)
        : new(Tool.Run, UsualLaunches);

    private static Choice? Decide(ComparedBenchmark benchmark) =>
        benchmark switch
        {
            { Presence: not Presence.Both } or { IsAcrossMachines: true } or { How: CrankJson.How } or { HasSameCode: true } => null,
            _ when IsBeyondChecks(benchmark) => null,
            { Judged: { Verdict: Verdict.Inconclusive } judged } => benchmark.Against is not null ? new(Tool.Versus, 2 * UsualLaunches)
            : benchmark.IsPaired || judged.IsBaselineMoved ? new(Tool.Gate)
            : judged.LaunchesToDecide is { } launches
                ? (Launches.FirstOrDefault(usual => usual >= launches) is > 0 and var usual ? new(Tool.Run, usual) : new(Tool.Gate))
            : judged.IsSpreadAssumed || judged.Lower is null || benchmark.IsFromTable ? new(Tool.Run, UsualLaunches)
            : new(Tool.Gate),
            { LostAllocation: true } => new(Tool.Run, UsualLaunches, CountsMemory: true),
            { Allocation.Verdict: Verdict.Inconclusive } => benchmark.Against is not null
                ? new(Tool.Versus, 2 * UsualLaunches)
                : new(Tool.Gate),
            { Judged: null, TimeNotCompared: null } => new(Tool.Gate),
            _ => null,
        };

    private static string Command(RunComparison comparison, Choice choice, IReadOnlyList<string> filters)
    {
        var launches = choice.Launches.ToString(CultureInfo.InvariantCulture);
        return choice.Tool switch
        {
            Tool.Run => CommandText.Run(comparison, filters, $"--launchCount {launches}{(choice.CountsMemory ? " --memory" : "")}"),
            Tool.Versus => CommandText.Versus(comparison, filters, $"--replicates {launches}"),
            _ => CommandText.Gate(comparison, filters),
        };
    }

    private enum Tool
    {
        Run,
        Versus,
        Gate,
    }

    private sealed record Choice(Tool Tool, int Launches = 0, bool CountsMemory = false);
}

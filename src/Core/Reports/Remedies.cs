using System.Globalization;
using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Reports;

// Shell commands that decide Inconclusive benchmarks.
internal static class Remedies
{
    private const int UsualLaunches = 5;

    // A few fixed numbers, so that many benchmarks share few commands. An extra launch costs less than an extra command. If more launches
    // are needed, two runs are the wrong method, and the gate needs only minutes.
    private static readonly int[] Launches = [UsualLaunches, 10, 20, 30];

    // A check has at most half of this many replicates. Repeating it cannot decide a benchmark that needs more.
    private const int MaxReplicates = 2 * ScreenedVerdicts.MaxConfirmationReplicates;

    public static string Introduction(IReadOnlyList<string> commands) =>
        commands.Any(command => command.StartsWith("dotnet run", StringComparison.Ordinal))
            ? "To decide Inconclusive benchmarks, measure again (dotnet run: for both runs):"
            : "To decide Inconclusive benchmarks, measure again:";

    // A paired benchmark is too close to its margin for any check.
    public static bool IsBeyondChecks(ComparedBenchmark benchmark) =>
        benchmark is { IsPaired: true, Against: null, Judged: { Verdict: Verdict.Inconclusive, LaunchesToDecide: > MaxReplicates } };

    // Null if nothing about the benchmark is undecided.
    public static string? Render(RunComparison comparison, ComparedBenchmark benchmark) =>
        Choose(benchmark) is { } choice && comparison.NamesRemedies ? Command(comparison, choice, Filters(benchmark)) : null;

    // The smallest number of commands that decides all benchmarks.
    public static IReadOnlyList<string> Create(RunComparison comparison, IEnumerable<ComparedBenchmark> benchmarks) =>
        !comparison.NamesRemedies
            ? []
            :
            [
                .. benchmarks
                    .Select(benchmark => (Choice: Choose(benchmark), Benchmark: benchmark))
                    .Where(open => open.Choice is not null)
                    .SelectMany(open => Filters(open.Benchmark).Select(filter => (Choice: open.Choice!, Filter: filter)))
                    // One filter matches all sets of parameters, so it gets the most launches that one of them needs.
                    .GroupBy(open => (open.Choice.Tool, open.Filter), open => open.Choice.Launches)
                    .GroupBy(open => new Choice(open.Key.Tool, open.Max()), open => open.Key.Filter)
                    .OrderBy(group => group.Key.Tool)
                    .ThenBy(group => group.Key.Launches)
                    .Select(group => Command(comparison, group.Key, [.. group.Order(StringComparer.Ordinal)])),
            ];

    // A ratio also needs its baseline.
    private static IReadOnlyList<string> Filters(ComparedBenchmark benchmark) =>
        benchmark.RatioToBaseline is not null && benchmark.CategoryBaseline is { } baseline
            ? [Reproduction.Filter(benchmark.Id), Reproduction.Filter(new BenchmarkId(baseline, benchmark.Id.Job))]
            : [Reproduction.Filter(benchmark.Id)];

    private static Choice? Choose(ComparedBenchmark benchmark) =>
        benchmark switch
        {
            { Presence: not Presence.Both } or { IsAcrossMachines: true } or { How: CrankJson.How } or { HasSameCode: true } => null,
            _ when IsBeyondChecks(benchmark) => null,
            { Judged: { Verdict: Verdict.Inconclusive } judged } => benchmark.Against is not null ? new(Tool.Versus, 2 * UsualLaunches)
            : benchmark.IsPaired || judged.IsBaselineMoved ? new(Tool.Gate, 0)
            : judged.LaunchesToDecide is { } launches
                ? (Launches.FirstOrDefault(usual => usual >= launches) is > 0 and var usual ? new(Tool.Run, usual) : new(Tool.Gate, 0))
            : judged.IsSpreadAssumed || judged.Lower is null || benchmark.IsFromTable ? new(Tool.Run, UsualLaunches)
            : new(Tool.Gate, 0),
            { LostAllocation: true } => new(Tool.RunWithMemory, UsualLaunches),
            { Allocation.Verdict: Verdict.Inconclusive } => benchmark.Against is not null
                ? new(Tool.Versus, 2 * UsualLaunches)
                : new(Tool.Gate, 0),
            { Judged: null, TimeNotCompared: null } => new(Tool.Gate, 0),
            _ => null,
        };

    private static string Command(RunComparison comparison, Choice choice, IReadOnlyList<string> filters)
    {
        var project = Reproduction.Project(comparison);
        var names = string.Join(' ', filters.Select(filter => $"'{filter}'"));
        var launches = choice.Launches.ToString(CultureInfo.InvariantCulture);
        return choice.Tool switch
        {
            Tool.Run => Reproduction.Run(comparison, names, $"--launchCount {launches}"),
            Tool.RunWithMemory => Reproduction.Run(comparison, names, $"--launchCount {launches} --memory"),
            Tool.Versus => $"bench versus{project} {names} --replicates {launches}",
            _ => Reproduction.Gate(comparison, comparison.Check?.Commit ?? "REF", filters),
        };
    }

    private enum Tool
    {
        Run,
        RunWithMemory,
        Versus,
        Gate,
    }

    private sealed record Choice(Tool Tool, int Launches);
}

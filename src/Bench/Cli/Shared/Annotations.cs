using Bench.Comparison;
using Bench.Reports;

namespace Bench.Cli;

// Workflow commands that GitHub shows as errors on the changed lines of a pull request. They go to standard error, so that a report in JSON
// stays one.
internal static class Annotations
{
    public const string Variable = "GITHUB_ACTIONS";

    // GitHub shows ten errors of a step.
    private const int Max = 10;

    public static void Write(Context context, RunComparison comparison)
    {
        // The job that merges the parts of a check judges all of them.
        if (context.Variable(Variable) != "true" || comparison.Check is { Shard.Count: > 1 } or { Replicate.Count: > 1 })
            return;
        foreach (var line in Create(comparison))
            context.Screen.Error.WriteLine(line);
    }

    // Worst first, one per changed place.
    internal static IEnumerable<string> Create(RunComparison comparison) =>
        BenchmarkOrder
            .WorstFirst(comparison.Benchmarks)
            .TakeWhile(benchmark => BenchmarkOrder.GroupOf(benchmark) <= BenchmarkGroup.Lost)
            .GroupBy(benchmark => benchmark.NearestChange is { File: not null } change ? $"{change.File}:{change.Line}" : benchmark.Name)
            .Take(Max)
            .Select(same => Create([.. same]));

    private static string Create(ComparedBenchmark[] same)
    {
        var (worst, change) = (same[0], same[0].NearestChange);
        var place = change is { File: { } file, Line: { } line } ? FormattableString.Invariant($"file={Property(file)},line={line},") : "";
        string?[] parts =
        [
            worst.Judged is { } time ? $"time {Figures.Ratio(time)}" : worst.Failure ?? Figures.Verdict(worst),
            worst.AllocationFails ? $"allocated {Figures.Allocation(worst.Allocation)}" : null,
            change?.Text,
            same.Length switch
            {
                1 => null,
                2 => "another benchmark that runs this code fails, too",
                var count => FormattableString.Invariant($"{count - 1} more benchmarks that run this code fail, too"),
            },
        ];
        return $"::error {place}title={Property($"{worst.Name}: {Figures.Verdict(worst)}")}::{Data(string.Join("; ", parts.OfType<string>()))}";
    }

    // Visible has replaced line ends, which would start another command.
    private static string Data(string text) => Visible.Render(text).Replace("%", "%25", StringComparison.Ordinal);

    private static string Property(string text) =>
        Data(text).Replace(":", "%3A", StringComparison.Ordinal).Replace(",", "%2C", StringComparison.Ordinal);
}

using Bench.Comparison;
using Bench.Statistics;

namespace Bench.Reports;

// Lists what the replicates of a check were used for. The user of a slow check learns which benchmarks to leave out or to give a larger
// margin.
internal static class CheckCost
{
    // One line without a line end. Null if two runs are compared, or no benchmark was requested.
    public static string? Line(RunComparison comparison)
    {
        if (
            comparison is not { Check: { Commit: not null, IsAllocationOnly: false }, LoadRounds: null }
            || comparison.Benchmarks.Count == 0
        )
            return null;
        var benchmarks = comparison.Benchmarks.ToLookup(KindOf);
        string[] parts =
        [
            .. Went(benchmarks[Kind.Cleared], n => $"cleared {Count(n)}"),
            .. Went(benchmarks[Kind.Failing], n => $"confirmed {Count(n)} as worse"),
            .. Went(benchmarks[Kind.Worse], n => $"found {Count(n)} to be worse without failing"),
            .. Went(benchmarks[Kind.Undecided], n => $"left {Count(n)} undecided"),
            .. Went(benchmarks[Kind.Lost], n => $"went to {Count(n)} that failed"),
            .. Went(benchmarks[Kind.Canary], _ => "went to the canary"),
        ];
        string[] without =
        [
            .. Without(benchmarks[Kind.SameCode], n => $"{Count(n)} with the same code needed none"),
            .. Without(benchmarks[Kind.NotMeasured], n => $"{Count(n)} {(n == 1 ? "was" : "were")} not measured"),
        ];
        var measured =
            parts.Length == 0
                ? "No replicate was measured"
                : $"{Replicates(comparison.Benchmarks)} replicates were measured: {Joined(parts)}";
        return string.Join("; ", without.Prepend(measured)) + ".";
    }

    private static IEnumerable<string> Went(IEnumerable<ComparedBenchmark> benchmarks, Func<int, string> text)
    {
        ComparedBenchmark[] measured = [.. benchmarks.Where(benchmark => benchmark.CandidateLaunches > 0)];
        if (measured.Length > 0)
            yield return FormattableString.Invariant($"{Replicates(measured)}{Took(measured)} {text(measured.Length)}");
    }

    private static string Took(IEnumerable<ComparedBenchmark> benchmarks) =>
        TimeSpan.FromSeconds(Math.Round(benchmarks.Sum(benchmark => benchmark.Seconds))) is { Ticks: > 0 } time
            ? $" ({ClockText.Of(time)})"
            : "";

    private static IEnumerable<string> Without(IEnumerable<ComparedBenchmark> benchmarks, Func<int, string> text) =>
        benchmarks.Count() is > 0 and var count ? [text(count)] : [];

    private static int Replicates(IEnumerable<ComparedBenchmark> benchmarks) => benchmarks.Sum(benchmark => benchmark.CandidateLaunches);

    private static Kind KindOf(ComparedBenchmark benchmark) =>
        benchmark.IsCanary ? Kind.Canary
        : benchmark.HasSameCode ? Kind.SameCode
        : benchmark.Presence != Presence.Both ? Kind.Lost
        : benchmark.CandidateLaunches == 0 ? Kind.NotMeasured
        : BenchmarkOrder.GroupOf(benchmark) switch
        {
            BenchmarkGroup.Failing => Kind.Failing,
            BenchmarkGroup.Regressed => Kind.Worse,
            BenchmarkGroup.Inconclusive or BenchmarkGroup.NotCompared => Kind.Undecided,
            _ => Kind.Cleared,
        };

    private static string Count(int benchmarks) => CountText.Of(benchmarks, "benchmark");

    private static string Joined(string[] parts) => parts.Length == 1 ? parts[0] : $"{string.Join(", ", parts[..^1])} and {parts[^1]}";

    private enum Kind
    {
        Cleared,
        Failing,
        Worse,
        Undecided,
        Lost,
        Canary,
        SameCode,
        NotMeasured,
    }
}

using Bench.Comparison;
using Bench.Statistics;

namespace Bench.Load;

/// <summary>What the measures of two builds say together.</summary>
internal static class LoadVerdict
{
    /// <summary>The outcome of a check, in the words of its measures: 1 where one regressed, 3 where too many are open.</summary>
    public static Outcome Create(RunComparison measures, Strictness strictness)
    {
        var outcome = Outcome.Create(measures, strictness);
        var names = LoadMeasure.All.ToDictionary(measure => measure.Id, measure => measure.Name);
        return outcome.ExitCode switch
        {
            ExitCode.Regressed when Of(benchmark => benchmark.TimeFails) is { Length: > 0 } worse => outcome with
            {
                Reason = $"{string.Join(", ", worse)}: more by more than the margin.",
            },
            ExitCode.Inconclusive => outcome with
            {
                Reason = $"{string.Join(", ", Of(benchmark => benchmark.Time?.Verdict == Verdict.Inconclusive))}: inconclusive.",
            },
            _ => outcome,
        };

        string[] Of(Func<ComparedBenchmark, bool> which) =>
            [.. measures.Benchmarks.Where(which).Select(benchmark => names.GetValueOrDefault(benchmark.Method, benchmark.Method))];
    }
}

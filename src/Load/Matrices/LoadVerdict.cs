using Bench.Comparison;
using Bench.Statistics;

namespace Bench.Load;

/// <summary>What the measures of two builds say together.</summary>
internal static class LoadVerdict
{
    /// <summary>
    /// Whether as many rounds again could decide what these leave open: not what no round has, nor what refusals leave open, nor where
    /// something has failed.
    /// </summary>
    public static bool NeedsAnotherLook(MatrixResult result, RunComparison measures, Strictness strictness) =>
        Create(result, measures, strictness).ExitCode != ExitCode.Regressed
        && measures.Benchmarks.Any(measure =>
            measure.Time is { Verdict: Verdict.Inconclusive, Ratio: > 0, OpenBy: not (OpenBy.Refusals or OpenBy.Idle) }
            || measure is { Time: { Verdict: Verdict.Regressed, FailsCheck: false }, AcceptedTime: null }
        );

    /// <summary>The outcome of a check, in the words of its measures: 1 where one regressed, 3 where too many are open.</summary>
    public static Outcome Create(MatrixResult result, RunComparison measures, Strictness strictness)
    {
        if (result.Unanswered is { } unanswered)
            return new Outcome(ExitCode.Regressed, unanswered);
        if (LostAnswers.Of(result) is { } lost)
            return new Outcome(ExitCode.Regressed, lost);
        if (ArmSilence.Of(result.Arms[1], [result.Arms[0]]) is { } silent)
            return new Outcome(ExitCode.Regressed, $"{silent}.");
        if (result.Partial is { } why)
            return new Outcome(ExitCode.Inconclusive, $"Not everything was measured: {why}");
        if (result.HasSameCode is true)
            return new Outcome(ExitCode.Passed, "Both are the same program.");
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
                Reason = $"{string.Join(", ", Of(IsOpen))}: inconclusive{Reasons()}.",
            },
            ExitCode.Passed
                when Of(benchmark => benchmark is { Time: { Verdict: Verdict.Regressed, FailsCheck: false }, AcceptedTime: null })
                    is { Length: > 0 } unsure => outcome with
                    {
                        Reason = $"{string.Join(", ", unsure)}: more by more than the margin, but not significant enough to fail.",
                    },
            ExitCode.Passed when Of(IsOpen) is { Length: > 0 } open => outcome with
            {
                Reason = $"No regression shown; {string.Join(", ", open)}: inconclusive{Reasons()}.",
            },
            _ => outcome,
        };

        static bool IsOpen(ComparedBenchmark measure) => measure is { Time.Verdict: Verdict.Inconclusive, AcceptedTime: null };

        // An interval shows by itself that it is open.
        string Reasons()
        {
            ComparedBenchmark[] open = [.. measures.Benchmarks.Where(IsOpen)];
            return string.Concat(
                open.Where(measure => measure.Time is { OpenBy: not OpenBy.Interval } or { Ratio: double.NaN })
                    .GroupBy(measure => measure.Time!.Reason, measure => names.GetValueOrDefault(measure.Method, measure.Method))
                    .Select(reason => $"; {(reason.Count() == open.Length ? "" : $"{string.Join(", ", reason)}: ")}{reason.Key}")
            );
        }

        string[] Of(Func<ComparedBenchmark, bool> which) =>
            [.. measures.Benchmarks.Where(which).Select(benchmark => names.GetValueOrDefault(benchmark.Method, benchmark.Method))];
    }
}

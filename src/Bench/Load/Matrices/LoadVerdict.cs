using Bench.Comparison;
using Bench.Statistics;

namespace Bench.Load;

internal static class LoadVerdict
{
    // More rounds decide neither a measure that no round has, nor one left open by refusals or idle work. They are pointless after a
    // failure.
    public static bool NeedsAnotherLook(JudgedMatrix judged, Strictness strictness) =>
        Create(judged, strictness).ExitCode != ExitCode.Regressed
        && judged.Check.Benchmarks.Any(measure =>
            measure.Time is { Verdict: Verdict.Inconclusive, Ratio: > 0, OpenBy: not (OpenBy.Refusals or OpenBy.Idle) }
            || measure is { Time: { Verdict: Verdict.Regressed, FailsCheck: false }, AcceptedTime: null }
        );

    public static Outcome Create(JudgedMatrix judged, Strictness strictness)
    {
        var (result, measures) = (judged.Result, judged.Check);
        if (result.Unanswered is { } unanswered)
            return new Outcome(ExitCode.Regressed, unanswered);
        if (LostAnswers.Of(result) is { } lost)
            return new Outcome(ExitCode.Regressed, lost);
        if (VariantSilence.Of(result.Variants[1], [result.Variants[0]]) is { } silent)
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
                Reason = $"Worse by more than the margin: {string.Join(", ", worse)}.",
            },
            ExitCode.Inconclusive => outcome with { Reason = $"Inconclusive: {string.Join(", ", Of(Outcome.IsOpen))}{Reasons()}." },
            ExitCode.Passed
                when Of(benchmark => benchmark is { Time: { Verdict: Verdict.Regressed, FailsCheck: false }, AcceptedTime: null })
                    is { Length: > 0 } unsure => outcome with
                    {
                        Reason = $"Worse by more than the margin, but not significant enough to fail: {string.Join(", ", unsure)}.",
                    },
            ExitCode.Passed when Of(Outcome.IsOpen) is { Length: > 0 } open => outcome with
            {
                Reason = $"No regression shown. Inconclusive: {string.Join(", ", open)}{Reasons()}.",
            },
            _ => outcome,
        };

        // An open interval needs no further reason.
        string Reasons()
        {
            ComparedBenchmark[] open = [.. measures.Benchmarks.Where(Outcome.IsOpen)];
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

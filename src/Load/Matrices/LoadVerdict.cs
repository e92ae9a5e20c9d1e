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
            (
                measure.Time is { Verdict: Verdict.Inconclusive, Ratio: > 0 } time
                && (time.Reason is null || time.Reason != result.OtherShareAtThePace(result.Arms[1]))
            )
            || measure is { Time: { Verdict: Verdict.Regressed, FailsCheck: false }, AcceptedTime: null }
        );

    /// <summary>The outcome of a check, in the words of its measures: 1 where one regressed, 3 where too many are open.</summary>
    public static Outcome Create(MatrixResult result, RunComparison measures, Strictness strictness)
    {
        if (result.Unanswered is { } unanswered)
            return new Outcome(ExitCode.Regressed, unanswered);
        var lost =
            Lost(result, "at full speed", arm => arm.GoodShareAtFullSpeed) ?? Lost(result, "at the pace", arm => arm.GoodShareAtThePace);
        if (lost is not null)
            return new Outcome(ExitCode.Regressed, lost);
        if (Silent(result) is > 0 and var silent)
            return new Outcome(
                ExitCode.Regressed,
                $"{result.Arms[1].Arm.Name} gave no good answer in {silent} of {result.Arms[1].Rounds.Count} rounds."
            );
        if (SilentForSlices(result) is > 0 and var hung)
            return new Outcome(
                ExitCode.Regressed,
                $"{result.Arms[1].Arm.Name} gave no good answer in whole slices of {hung} of {result.Arms[1].Rounds.Count} rounds."
            );
        if (result.Partial is { } why)
            return new Outcome(ExitCode.Inconclusive, $"Not everything was measured: {why}");
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
                Reason =
                    $"{string.Join(", ", Of(benchmark => benchmark.Time?.Verdict == Verdict.Inconclusive))}: inconclusive{((result.WhyNoPercentiles ?? result.OtherShareAtThePace(result.Arms[1])) is { } none ? $"; {none}" : "")}.",
            },
            ExitCode.Passed
                when Of(benchmark => benchmark is { Time: { Verdict: Verdict.Regressed, FailsCheck: false }, AcceptedTime: null })
                    is { Length: > 0 } unsure => outcome with
                    {
                        Reason = $"{string.Join(", ", unsure)}: more by more than the margin, but not significant enough to fail.",
                    },
            _ => outcome,
        };

        string[] Of(Func<ComparedBenchmark, bool> which) =>
            [.. measures.Benchmarks.Where(which).Select(benchmark => names.GetValueOrDefault(benchmark.Method, benchmark.Method))];
    }

    private static string? Lost(MatrixResult result, string when, Func<MeasuredArm, double?> share)
    {
        var (before, after) = (share(result.Arms[0]), share(result.Arms[1]));
        // However fast it refuses them.
        return before - after > MatrixResult.MaxLostShare ? $"{result.GoodShares(before, result.Arms[1], after, when)}." : null;
    }

    // No request is answered in a process that hangs, so that no share of answers shows it.
    private static int Silent(MatrixResult result) =>
        RoundsOf(result)
            .Count(round =>
                (round.First.AnswersAtFullSpeed && !round.Second.AnswersAtFullSpeed)
                || (round.First.AnswersAtThePace && !round.Second.AnswersAtThePace)
            );

    // A process that hangs at the end of a round has answered before: the sums of the round show little of it.
    private static int SilentForSlices(MatrixResult result) =>
        RoundsOf(result)
            .Count(round =>
                SliceRatio.IsOnlyOtherSilent(
                    round.First.FullSpeedSlices?.Select(slice => slice.GoodQueriesPerSecond > 0),
                    round.Second.FullSpeedSlices?.Select(slice => slice.GoodQueriesPerSecond > 0)
                )
                || SliceRatio.IsOnlyOtherSilent(
                    round.First.PacedSlices?.Select(slice => slice.P50 is not null),
                    round.Second.PacedSlices?.Select(slice => slice.P50 is not null)
                )
            );

    private static IEnumerable<(ArmRound First, ArmRound Second)> RoundsOf(MatrixResult result) =>
        result.Arms[0].Rounds.Zip(result.Arms[1].Rounds);
}

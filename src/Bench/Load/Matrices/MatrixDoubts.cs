using Bench.Statistics;

namespace Bench.Load;

// Why the rounds of a matrix do not show a measure, whatever its ratio.
internal sealed class MatrixDoubts(MatrixResult result)
{
    // One odd round of nine makes a measure inconclusive, and one of eighteen does not, so the last look can decide.
    private const double MaxShareOfOddRounds = 0.1;

    // The counter of allocated bytes jumped in at most 3 of 50 slices. More jumps may be real allocations.
    private const double MaxShareOfJumps = 0.1;

    // A server that works without load may hide a difference of up to this share of the margin.
    private const double MaxShareOfMargin = 0.5;

    private readonly MeasuredVariant first = result.Variants[0];

    public (OpenBy By, string Reason)? Of(MeasuredVariant variant, LoadMeasure measure, TimeJudgement time, BenchmarkSample sample) =>
        LoadMeasure.AtThePace.Contains(measure) && first.GoodShareAtThePace is 0
            ? (OpenBy.Refusals, $"{first.Variant.Name} gave no good response at the pace")
        : WhyRoundsLeaveOpen(variant, measure, time.Verdict, sample.Replicates.Count) is { } rounds ? (OpenBy.Replicates, rounds)
        : WhyGoodAnswersLeaveOpen(variant, measure, time) is { } refusals ? (OpenBy.Refusals, refusals)
        : WhySumsLeaveOpen(variant, measure, time, sample.Margin) is { } sums ? (OpenBy.Sums, sums)
        : WhyIdleLeavesOpen(variant, measure, time, sample.Margin) is { } idle ? (OpenBy.Idle, idle)
        : null;

    private string? WhyRoundsLeaveOpen(MeasuredVariant variant, LoadMeasure measure, Verdict verdict, int known)
    {
        var rounds = variant.Rounds.Count;
        // A round without an answer at full speed is a failure, not an odd round.
        if (known > 0 && rounds - known > (measure == LoadMeasure.FullSpeed ? 0 : MaxShareOfOddRounds * rounds))
            return $"only {known} of {rounds} rounds have a figure for both";
        if (measure == LoadMeasure.Allocated && known > 0 && (WhyJumpsLeaveOpen(variant) ?? WhyJumpsLeaveOpen(first)) is { } jumps)
            return jumps;
        if (!measure.IsLatency || known == 0)
            return null;
        // A variant that answers less of the pace, and later, is slower all the same.
        var behind = first
            .Rounds.Zip(variant.Rounds)
            .Count(round =>
                (verdict != Verdict.Improved && IsBehind(round.First)) || (verdict != Verdict.Regressed && IsBehind(round.Second))
            );
        return behind > MaxShareOfOddRounds * rounds
            ? FormattableString.Invariant($"in {behind} of {rounds} rounds, less than {MatrixResult.MinOfPace:0%} of the pace was reached")
            : null;
    }

    private bool IsBehind(VariantRound round) => result.ShareOfPace(round) < MatrixResult.MinOfPace;

    private static string? WhyJumpsLeaveOpen(MeasuredVariant variant)
    {
        var (jumps, slices) = (variant.Jumps, variant.Rounds.Sum(round => (long)(round.Slices ?? 0)));
        return jumps > MaxShareOfJumps * slices ? $"the byte counter jumped in {jumps} of {slices} slices of {variant.Variant.Name}" : null;
    }

    // A refusal costs less than an answer, or more. A variant that costs less and answers more is better all the same, and vice versa.
    private string? WhyGoodAnswersLeaveOpen(MeasuredVariant variant, LoadMeasure measure, TimeJudgement time) =>
        LoadMeasure.AtThePace.Contains(measure)
        && !double.IsNaN(time.Ratio)
        && result.OtherShareAtThePace(variant) is { } reason
        && (time.Verdict == Verdict.Regressed) == (variant.GoodShareAtThePace > first.GoodShareAtThePace)
            ? reason
            : null;

    // A server that works while the other is loaded slows both, so that their speeds and times get closer to each other.
    private string? WhyIdleLeavesOpen(MeasuredVariant variant, LoadMeasure measure, TimeJudgement time, Margin margin)
    {
        if (!(measure == LoadMeasure.FullSpeed || measure.IsLatency) || time.Verdict == Verdict.Regressed)
            return null;
        var more = (variant.Median(round => round.IdleCores) - first.Median(round => round.IdleCores)) ?? 0;
        return more / Math.Max(1, result.CoresOfServers ?? 1) > MaxShareOfMargin * margin.Relative
            ? FormattableString.Invariant(
                $"{variant.Variant.Name} keeps {more:0.00} more cores busy than {first.Variant.Name} while it is not loaded, which slows both"
            )
            : null;
    }

    // The median of blocks drops short disturbances of the machine, but also what a server itself does in few blocks.
    private string? WhySumsLeaveOpen(MeasuredVariant variant, LoadMeasure measure, TimeJudgement time, Margin margin) =>
        measure == LoadMeasure.FullSpeed
        && time.Verdict is not (Verdict.Regressed or Verdict.Inconclusive)
        && TimeVerdicts.Judge([result.Sample(variant, measure, margin, bySums: true)])[0] is { Verdict: Verdict.Regressed } sums
            ? FormattableString.Invariant($"over all slices together it takes {sums.Ratio:0.000}x, which is beyond the margin")
            : null;
}

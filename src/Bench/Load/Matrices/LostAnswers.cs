using Bench.Statistics;
using MathNet.Numerics.Statistics;

namespace Bench.Load;

// Finds a candidate build that gives a smaller share of good answers. If the baseline answers nearly all requests well, each loss is the
// candidate's fault, even if only one process of six shows it. If the baseline refuses requests too, shares follow the speed of refusals.
// Then a loss must be significant over the rounds. At full speed, good requests/s must also drop: a limit of 1,000 per second is half of
// 2,000, and a smaller share of more.
internal static class LostAnswers
{
    /// <returns>A sentence; null if no answers were lost.</returns>
    public static string? Of(MatrixResult result)
    {
        var (first, other) = (result.Variants[0], result.Variants[1]);
        var isSlower = other.GoodRequestsPerSecond < first.GoodRequestsPerSecond;
        return Of("at full speed", variant => variant.GoodShareAtFullSpeed, round => round.Peak.GoodShare, isSlower)
            ?? Of("at the pace", variant => variant.GoodShareAtThePace, round => round.GoodShareAtThePace, isEachOneLost: true);

        string? Of(string when, Func<MeasuredVariant, double?> share, Func<VariantRound, double?> shareOfRound, bool isEachOneLost) =>
            (share(first), share(other)) is ({ } before, { } after)
            && AreFewer(before, after)
            && (IsNearlyAll(before) || (isEachOneLost && IsSignificant(first, other, shareOfRound)))
                ? $"{result.GoodShares(before, other, after, when)}."
                : null;
    }

    // By more than a percentage point. Refusals are fast, and must not count as throughput.
    public static bool AreFewer(double before, double after) => before - after > MatrixResult.MaxLostShare;

    public static bool IsNearlyAll(double share) => share >= 1 - MatrixResult.MaxLostShare;

    private static bool IsSignificant(MeasuredVariant first, MeasuredVariant other, Func<VariantRound, double?> share)
    {
        double[] lost = [.. first.Rounds.Zip(other.Rounds, (before, after) => share(before) - share(after)).OfType<double>()];
        var error = lost.StandardDeviation() / Math.Sqrt(lost.Length);
        var beyond = lost.Mean() - MatrixResult.MaxLostShare;
        return lost.Length > 1
            && (error > 0 ? Student.UpperTail(beyond / error, lost.Length - 1) < TimeVerdicts.LevelOfFailing : beyond > 0);
    }
}

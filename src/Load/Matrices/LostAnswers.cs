using Bench.Statistics;
using MathNet.Numerics.Statistics;

namespace Bench.Load;

/// <summary>
/// Whether the second of two builds gives fewer good answers of all. Where the first answers all well, what the other refuses is its own
/// doing, in one process of six as in all. Where the first refuses as well, shares follow the speed of refusals: only what the rounds show
/// is a loss, and at full speed only where good answers become fewer, for a limit of 1,000 a second is one of half of 2,000.
/// </summary>
internal static class LostAnswers
{
    /// <returns>A sentence; null where it gives as many.</returns>
    public static string? Of(MatrixResult result) =>
        Of(result, "at full speed", arm => arm.GoodShareAtFullSpeed, round => round.Peak.GoodShare, arm => arm.GoodQueriesPerSecond)
        ?? Of(result, "at the pace", arm => arm.GoodShareAtThePace, round => round.GoodShareAtThePace, arm => arm.GoodShareAtThePace);

    /// <param name="good">What is less where good answers are fewer.</param>
    private static string? Of(
        MatrixResult result,
        string when,
        Func<MeasuredArm, double?> share,
        Func<ArmRound, double?> shareOfRound,
        Func<MeasuredArm, double?> good
    )
    {
        var (first, other) = (result.Arms[0], result.Arms[1]);
        var (before, after) = (share(first), share(other));
        return !(before - after > MatrixResult.MaxLostShare)
            || (before < 1 - MatrixResult.MaxLostShare && !(good(other) < good(first) && IsSignificant(first, other, shareOfRound)))
            ? null
            : $"{result.GoodShares(before, other, after, when)}.";
    }

    private static bool IsSignificant(MeasuredArm first, MeasuredArm other, Func<ArmRound, double?> share)
    {
        double[] lost = [.. first.Rounds.Zip(other.Rounds, (before, after) => share(before) - share(after)).OfType<double>()];
        var error = lost.StandardDeviation() / Math.Sqrt(lost.Length);
        var beyond = lost.Mean() - MatrixResult.MaxLostShare;
        return lost.Length > 1
            && (error > 0 ? Student.UpperTail(beyond / error, lost.Length - 1) < TimeVerdicts.LevelOfFailing : beyond > 0);
    }
}

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
    public static string? Of(MatrixResult result)
    {
        var (first, other) = (result.Arms[0], result.Arms[1]);
        var isSlower = other.GoodQueriesPerSecond < first.GoodQueriesPerSecond;
        return Of("at full speed", arm => arm.GoodShareAtFullSpeed, round => round.Peak.GoodShare, isSlower)
            ?? Of("at the pace", arm => arm.GoodShareAtThePace, round => round.GoodShareAtThePace, isEachOneLost: true);

        string? Of(string when, Func<MeasuredArm, double?> share, Func<ArmRound, double?> shareOfRound, bool isEachOneLost) =>
            (share(first), share(other)) is ({ } before, { } after)
            && AreFewer(before, after)
            && (IsNearlyAll(before) || (isEachOneLost && IsSignificant(first, other, shareOfRound)))
                ? $"{result.GoodShares(before, other, after, when)}."
                : null;
    }

    /// <summary>Whether a share of good answers is less by more than a percentage point: refusals are fast, and no throughput.</summary>
    public static bool AreFewer(double before, double after) => before - after > MatrixResult.MaxLostShare;

    /// <summary>Whether a share of good answers is that of a server that refuses nobody.</summary>
    public static bool IsNearlyAll(double share) => share >= 1 - MatrixResult.MaxLostShare;

    private static bool IsSignificant(MeasuredArm first, MeasuredArm other, Func<ArmRound, double?> share)
    {
        double[] lost = [.. first.Rounds.Zip(other.Rounds, (before, after) => share(before) - share(after)).OfType<double>()];
        var error = lost.StandardDeviation() / Math.Sqrt(lost.Length);
        var beyond = lost.Mean() - MatrixResult.MaxLostShare;
        return lost.Length > 1
            && (error > 0 ? Student.UpperTail(beyond / error, lost.Length - 1) < TimeVerdicts.LevelOfFailing : beyond > 0);
    }
}

using Bench.Statistics;
using MathNet.Numerics.Statistics;

namespace Lab.PublicData.Launches;

internal enum Finding
{
    NotSlower,
    Undecided,

    /// <summary>Listed as slower, but not certain enough to fail a check.</summary>
    Listed,

    Fails,
}

/// <summary>
/// Rules of other tools for "slower by more than 5%". Each judges one benchmark alone and pools the iterations of its launches.
/// </summary>
internal static class Rules
{
    public const double Margin = 0.05;

    private const double Significance = 0.05;

    // The default of ResultsComparer's --noise, ns.
    private const double Noise = 0.3;

    // The default of Pragmastat's thresholds.
    private const double Misrate = 1e-3;

    public static Finding Medians(double[] baseline, double[] candidate) =>
        candidate.Median() > (1 + Margin) * baseline.Median() ? Finding.Fails : Finding.NotSlower;

    /// <summary>
    /// ResultsComparer of dotnet/performance with --threshold 5%: the test of Mann and Whitney on iterations, shifted by 5% of the
    /// baseline's mean, and again shifted by its noise threshold.
    /// </summary>
    public static Finding MannWhitney(double[] baseline, double[] candidate) =>
        IsHigher(baseline, candidate, Margin * baseline.Average()) && IsHigher(baseline, candidate, Noise)
            ? Finding.Fails
            : Finding.NotSlower;

    /// <summary>Compare2 of Pragmastat with a threshold of 1.05 on Ratio: judges by the bounds of the ratio at a misrate.</summary>
    public static Finding Pragmastat(double[] baseline, double[] candidate)
    {
        var (lower, upper) = RatioBounds.Of(candidate, baseline, Misrate);
        return lower > 1 + Margin ? Finding.Fails
            : upper < 1 + Margin ? Finding.NotSlower
            : Finding.Undecided;
    }

    private static bool IsHigher(double[] baseline, double[] candidate, double shift) =>
        RankTest.UpperTail([.. baseline.Select(time => time + shift)], candidate) < Significance;
}

using Bench.Statistics;
using MathNet.Numerics.Statistics;

namespace PublicData.Launches;

/// <summary>What a rule says of a benchmark.</summary>
internal enum Finding
{
    NotSlower,
    Undecided,

    /// <summary>Listed as slower, though not surely enough to fail a check.</summary>
    Listed,

    Fails,
}

/// <summary>Rules of others for "slower by more than 5%". Each looks at one benchmark, and pools the iterations of its launches.</summary>
internal static class Rules
{
    public const double Margin = 0.05;

    private const double Significance = 0.05;

    /// <summary>The default of ResultsComparer's --noise, ns.</summary>
    private const double Noise = 0.3;

    /// <summary>The default of Pragmastat's thresholds.</summary>
    private const double Misrate = 1e-3;

    public static Finding Medians(double[] baseline, double[] candidate) =>
        candidate.Median() > (1 + Margin) * baseline.Median() ? Finding.Fails : Finding.NotSlower;

    /// <summary>
    /// As ResultsComparer of dotnet/performance does with --threshold 5%: the test of Mann and Whitney on iterations, shifted by 5% of
    /// the baseline's mean, and once more by its noise threshold.
    /// </summary>
    public static Finding MannWhitney(double[] baseline, double[] candidate) =>
        IsHigher(baseline, candidate, Margin * baseline.Average()) && IsHigher(baseline, candidate, Noise)
            ? Finding.Fails
            : Finding.NotSlower;

    /// <summary>As Compare2 of Pragmastat does with a threshold of 1.05 on Ratio: by the bounds of the ratio at a misrate.</summary>
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

using MathNet.Numerics.Distributions;

namespace Bench.Statistics;

/// <summary>
/// The spread between replicates, from replicates of identical code. Their true log ratio is known to be 0, so that each counts whole.
/// </summary>
/// <param name="Spread">The standard deviation of a replicate's log ratio.</param>
/// <param name="UpperSpread">What it stays below with 90 % confidence: few replicates say little.</param>
internal readonly record struct IdenticalCodeSpread(double Spread, double UpperSpread)
{
    private const double Confidence = 0.9;

    public static IdenticalCodeSpread Of(IReadOnlyList<double> logRatios)
    {
        if (logRatios.Count == 0)
            throw new ArgumentException("A spread needs replicates.", nameof(logRatios));

        var sumOfSquares = logRatios.Sum(ratio => ratio * ratio);
        return new(Math.Sqrt(sumOfSquares / logRatios.Count), Math.Sqrt(sumOfSquares / ChiSquared.InvCDF(logRatios.Count, 1 - Confidence)));
    }
}

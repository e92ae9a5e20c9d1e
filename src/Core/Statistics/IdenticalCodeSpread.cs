using MathNet.Numerics.Distributions;

namespace Bench.Statistics;

// The true log ratio of identical code is 0, so no degree of freedom is lost to a mean. UpperSpread is the 90% upper confidence bound.
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

using System.Collections.Concurrent;
using MathNet.Numerics.Distributions;

namespace Bench.Statistics;

/// <summary>
/// Student's t, which is the normal distribution for infinitely many degrees of freedom. Benchmarks ask for the same few quantiles.
/// </summary>
internal sealed class Student
{
    private const double AsGoodAsNormal = 1e7;

    // Plans of replicates ask for whole degrees of freedom: few enough to be kept for all comparisons of a process.
    private static readonly ConcurrentDictionary<(double Share, double DegreesOfFreedom), double> WholeQuantiles = new();

    private readonly Dictionary<(double Share, double DegreesOfFreedom), double> quantiles = [];

    /// <summary>The probability of a value above t.</summary>
    public static double UpperTail(double t, double degreesOfFreedom) =>
        degreesOfFreedom >= AsGoodAsNormal ? Normal.CDF(0, 1, -t) : StudentT.CDF(0, 1, degreesOfFreedom, -t);

    /// <summary>The t that this share of the distribution lies below.</summary>
    public double Quantile(double share, double degreesOfFreedom)
    {
        if (double.IsInteger(degreesOfFreedom))
            return WholeQuantiles.GetOrAdd((share, degreesOfFreedom), static of => Invert(of.Share, of.DegreesOfFreedom));

        if (!quantiles.TryGetValue((share, degreesOfFreedom), out var t))
        {
            t = Invert(share, degreesOfFreedom);
            quantiles.Add((share, degreesOfFreedom), t);
        }

        return t;
    }

    private static double Invert(double share, double degreesOfFreedom) =>
        degreesOfFreedom >= AsGoodAsNormal ? Normal.InvCDF(0, 1, share) : StudentT.InvCDF(0, 1, degreesOfFreedom, share);
}

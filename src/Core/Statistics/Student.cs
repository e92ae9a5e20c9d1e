using MathNet.Numerics.Distributions;

namespace Bench.Statistics;

/// <summary>
/// Student's t, which is the normal distribution for infinitely many degrees of freedom. Benchmarks ask for the same few quantiles.
/// </summary>
internal sealed class Student
{
    private const double AsGoodAsNormal = 1e7;

    private readonly Dictionary<(double Share, double DegreesOfFreedom), double> quantiles = [];

    /// <summary>The probability of a value above t.</summary>
    public static double UpperTail(double t, double degreesOfFreedom) =>
        degreesOfFreedom >= AsGoodAsNormal ? Normal.CDF(0, 1, -t) : StudentT.CDF(0, 1, degreesOfFreedom, -t);

    /// <summary>The t that this share of the distribution lies below.</summary>
    public double Quantile(double share, double degreesOfFreedom)
    {
        if (!quantiles.TryGetValue((share, degreesOfFreedom), out var t))
        {
            t = degreesOfFreedom >= AsGoodAsNormal ? Normal.InvCDF(0, 1, share) : StudentT.InvCDF(0, 1, degreesOfFreedom, share);
            quantiles.Add((share, degreesOfFreedom), t);
        }

        return t;
    }
}

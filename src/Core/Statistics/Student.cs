using System.Collections.Concurrent;
using MathNet.Numerics.Distributions;

namespace Bench.Statistics;

// Student's t. It is the normal distribution for infinitely many degrees of freedom. Benchmarks need the same few quantiles, so they
// are cached.
internal sealed class Student
{
    private const double AsGoodAsNormal = 1e7;

    // Plans of replicates use whole degrees of freedom. They are few enough to cache for the life of the process.
    private static readonly ConcurrentDictionary<(double Share, double DegreesOfFreedom), double> WholeQuantiles = new();

    private readonly Dictionary<(double Share, double DegreesOfFreedom), double> quantiles = [];

    public static double UpperTail(double t, double degreesOfFreedom) =>
        degreesOfFreedom >= AsGoodAsNormal ? Normal.CDF(0, 1, -t) : StudentT.CDF(0, 1, degreesOfFreedom, -t);

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
        degreesOfFreedom >= AsGoodAsNormal ? Normal.InvCDF(0, 1, share)
        : degreesOfFreedom >= 1 && share is > 0 and < 1
            ? share < 0.5 ? -AboveMedian(1 - share, degreesOfFreedom)
                : AboveMedian(share, degreesOfFreedom)
        : StudentT.InvCDF(0, 1, degreesOfFreedom, share);

    // Newton's method on the tail, from Hill's approximation ("Algorithm 396: Student's t-quantiles", Communications of the ACM 13, 1970),
    // which is accurate to some digits. It takes two or three evaluations of the tail, and bisection takes fifty.
    private static double AboveMedian(double share, double degreesOfFreedom)
    {
        const int maxSteps = 20;
        const double precision = 1e-13;
        var tail = 1 - share;
        var t = Approximate(tail, degreesOfFreedom);
        for (var i = 0; i < maxSteps; i++)
        {
            var step = (UpperTail(t, degreesOfFreedom) - tail) / StudentT.PDF(0, 1, degreesOfFreedom, t);
            // Far out the tail is so flat that a whole step would go below 0.
            var next = Math.Max(t + step, t / 2);
            if (Math.Abs(next - t) <= precision * next)
                return next;
            t = next;
        }

        return StudentT.InvCDF(0, 1, degreesOfFreedom, share);
    }

    // `tail` is the probability of a larger value, from 0 to 0.5.
    private static double Approximate(double tail, double n)
    {
        var both = 2 * tail;
        if (n < 1.5)
            return 1 / Math.Tan(Math.PI * tail);
        var a = 1 / (n - 0.5);
        var b = 48 / (a * a);
        var c = ((((20700 * a / b) - 98) * a) - 16) * a + 96.36;
        var d = ((((94.5 / (b + c)) - 3) / b) + 1) * Math.Sqrt(a * Math.PI / 2) * n;
        var y = Math.Pow(d * both, 2 / n);
        if (y <= 0.05 + a)
        {
            y =
                (((1 / (((((n + 6) / (n * y)) - (0.089 * d) - 0.822) * (n + 2) * 3)) + (0.5 / (n + 4))) * y) - 1) * (n + 1) / (n + 2)
                + (1 / y);
            return Math.Sqrt(n * y);
        }

        var x = Normal.InvCDF(0, 1, tail);
        y = x * x;
        if (n < 5)
            c += 0.3 * (n - 4.5) * (x + 0.6);
        c = (((((((0.05 * d * x) - 5) * x) - 7) * x) - 2) * x) + b + c;
        y = ((((((((0.4 * y) + 6.3) * y) + 36) * y) + 94.5) / c) - y - 3) / b;
        y = ((y + 1) * x);
        y = a * y * y;
        y = y > 0.002 ? Math.Exp(y) - 1 : (0.5 * y * y) + y;
        return Math.Sqrt(n * y);
    }
}

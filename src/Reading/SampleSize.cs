namespace Bench.Results;

/// <summary>The number of iterations behind a table that does not show it.</summary>
internal static class SampleSize
{
    private const int Largest = 10_000;

    /// <summary>
    /// BenchmarkDotNet's Error is half of the 99.9 % interval, t(0.9995, N - 1) · StdDev / √N, so the quotient Error / StdDev tells N.
    /// </summary>
    /// <param name="errorOverDeviation">Error / StdDev, both rounded as the table has them.</param>
    /// <param name="level">The quantile of the interval's upper end.</param>
    /// <returns>The N whose quotient is nearest; null where none of 2 to 10,000 comes within 10 %.</returns>
    public static int? FromError(double errorOverDeviation, double level)
    {
        // Decreasing in N, so the first N below is next to the nearest.
        int low = 2,
            high = Largest;
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (Quotient(middle, level) > errorOverDeviation)
                low = middle + 1;
            else
                high = middle;
        }

        var nearest = low > 2 && Distance(low - 1) < Distance(low) ? low - 1 : low;
        return Distance(nearest) <= 0.1 ? nearest : null;

        double Distance(int n) => Math.Abs(Math.Log(Quotient(n, level) / errorOverDeviation));
    }

    private static double Quotient(int n, double level) =>
        MathNet.Numerics.Distributions.StudentT.InvCDF(0, 1, n - 1, level) / Math.Sqrt(n);
}

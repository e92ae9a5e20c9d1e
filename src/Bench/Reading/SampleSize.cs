namespace Bench.Results;

// Estimates the number of iterations behind a table that does not show it.
internal static class SampleSize
{
    private const int Largest = 10_000;

    // BenchmarkDotNet's Error is half of the 99.9% interval, t(0.9995, N - 1) · StdDev / √N, so N follows from Error / StdDev. `level` is
    // the quantile of the interval's upper end. Both columns are rounded, so this returns the N with the nearest quotient. Null if no N
    // from 2 to 10,000 is within 10%.
    public static int? FromError(double errorOverDeviation, double level)
    {
        // The quotient decreases in N, so the nearest N is the first one at or below the given quotient, or the one before it.
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

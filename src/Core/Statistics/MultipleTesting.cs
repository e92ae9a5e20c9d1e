namespace Bench.Statistics;

internal static class MultipleTesting
{
    // Holm's step-down method bounds the chance of any false rejection ("A simple sequentially rejective multiple test procedure",
    // Scandinavian Journal of Statistics 6, 1979). Returns adjusted p values in the same order.
    public static double[] Holm(IReadOnlyList<double> p)
    {
        var order = Ascending(p);
        var adjusted = new double[order.Length];
        var largest = 0.0;
        for (var i = 0; i < order.Length; i++)
            adjusted[order[i]] = largest = Math.Max(largest, Math.Min(1, p[order[i]] * (order.Length - i)));
        return adjusted;
    }

    // The step-up method of Benjamini and Hochberg bounds the expected share of false rejections ("Controlling the false discovery rate",
    // Journal of the Royal Statistical Society B 57, 1995). Returns adjusted p values in the same order.
    public static double[] BenjaminiHochberg(IReadOnlyList<double> p)
    {
        var order = Ascending(p);
        var adjusted = new double[order.Length];
        var smallest = 1.0;
        for (var i = order.Length - 1; i >= 0; i--)
            adjusted[order[i]] = smallest = Math.Min(smallest, p[order[i]] * order.Length / (i + 1));
        return adjusted;
    }

    private static int[] Ascending(IReadOnlyList<double> p)
    {
        if (p.Any(value => !(value is >= 0 and <= 1)))
            throw new ArgumentOutOfRangeException(nameof(p), "A p value lies between 0 and 1.");
        return [.. Enumerable.Range(0, p.Count).OrderBy(i => p[i])];
    }
}

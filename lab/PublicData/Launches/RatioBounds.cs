using System.Collections.Concurrent;

namespace Lab.PublicData.Launches;

/// <summary>
/// Pragmastat's RatioBounds by its published definition. It sorts all ratios of a value of one sample to a value of the other. It
/// leaves out as many at each end as the distribution of Mann and Whitney's U allows. Perfolizer's version of the package has no
/// bounds.
/// </summary>
internal static class RatioBounds
{
    private static readonly ConcurrentDictionary<(int, int, double), int> Margins = new();

    /// <param name="misrate">The probability that the bounds miss the ratio, if values are independent.</param>
    public static (double Lower, double Upper) Of(double[] x, double[] y, double misrate)
    {
        double[] logX = [.. x.Select(value => Math.Log(value))],
            logY = [.. y.Select(value => Math.Log(value))];
        double[] ratios = [.. logX.SelectMany(_ => logY, (one, other) => one - other)];
        Array.Sort(ratios);
        var outside = Margins.GetOrAdd((x.Length, y.Length, misrate), key => Outside(key.Item1, key.Item2, key.Item3));
        outside = Math.Min(outside, (ratios.Length - 1) / 2);
        return (Math.Exp(ratios[outside]), Math.Exp(ratios[^(outside + 1)]));
    }

    /// <summary>The smallest u with P(U ≤ u) of at least half the misrate: the number of ratios left out at each end.</summary>
    internal static int Outside(int n, int m, double misrate)
    {
        // The distribution of U, by recurrence on whether the largest of all values belongs to the first sample.
        var chances = new double[m + 1][];
        for (var j = 0; j <= m; j++)
            chances[j] = [1];
        for (var i = 1; i <= n; i++)
        {
            var next = new double[m + 1][];
            next[0] = [1];
            for (var j = 1; j <= m; j++)
            {
                next[j] = new double[(i * j) + 1];
                for (var u = 0; u < next[j].Length; u++)
                {
                    var first = u >= j && u - j < chances[j].Length ? chances[j][u - j] : 0;
                    var second = u < next[j - 1].Length ? next[j - 1][u] : 0;
                    next[j][u] = ((i * first) + (j * second)) / (i + j);
                }
            }

            chances = next;
        }

        var sum = 0.0;
        for (var u = 0; ; u++)
        {
            sum += chances[m][u];
            if (sum >= misrate / 2)
                return u;
        }
    }
}

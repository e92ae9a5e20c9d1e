using MathNet.Numerics.Distributions;

namespace Bench.Statistics;

/// <summary>
/// The exact test of Wilcoxon, Mann and Whitney ("On a test of whether one of two random variables is stochastically larger than the
/// other", Annals of Mathematical Statistics 18, 1947), with mid-ranks for ties: it asks nothing of how figures are distributed.
/// </summary>
internal static class RankTest
{
    /// <summary>Of more figures than that the exact distribution takes long, and the normal one is as good.</summary>
    private const int MaxExact = 60;

    /// <summary>The chance of ranks as high as those of <paramref name="higher"/> if both were drawn from the same; one-sided.</summary>
    public static double UpperTail(IReadOnlyList<double> lower, IReadOnlyList<double> higher)
    {
        var ranks = DoubledRanks([.. lower, .. higher]);
        return ranks.Length > MaxExact ? Approximate(ranks, higher.Count) : Exact(ranks, higher.Count);
    }

    private static double Exact(int[] ranks, int higher)
    {
        var observed = ranks.TakeLast(higher).Sum();
        // How many choices of so many figures have such a sum of ranks.
        var ways = new double[higher + 1, ranks.Sum() + 1];
        ways[0, 0] = 1;
        foreach (var rank in ranks)
        {
            for (var count = higher; count > 0; count--)
            {
                for (var sum = ways.GetLength(1) - 1; sum >= rank; sum--)
                    ways[count, sum] += ways[count - 1, sum - rank];
            }
        }

        var (all, asHigh) = (0.0, 0.0);
        for (var sum = 0; sum < ways.GetLength(1); sum++)
        {
            all += ways[higher, sum];
            asHigh += sum >= observed ? ways[higher, sum] : 0;
        }

        return asHigh / all;
    }

    // By the moments of the sum of ranks, which tell ties by themselves.
    private static double Approximate(int[] ranks, int higher)
    {
        double n = ranks.Length,
            mean = ranks.Average(),
            variance = higher * (n - higher) / (n * (n - 1)) * ranks.Sum(rank => (rank - mean) * (rank - mean));
        var observed = ranks.TakeLast(higher).Sum(rank => (double)rank);
        return variance > 0 ? Normal.CDF(0, 1, ((higher * mean) - observed + 1) / Math.Sqrt(variance)) : 1;
    }

    /// <summary>
    /// The upper end of a one-sided interval of how much higher the second figures are: the smallest shift that the test rejects.
    /// </summary>
    /// <param name="level">The level of the test, for instance 0.05.</param>
    /// <returns>The shift; infinity where there are too few figures for such a level.</returns>
    public static double UpperShift(IReadOnlyList<double> lower, IReadOnlyList<double> higher, double level)
    {
        // Even if every figure lay apart, so few could not show it.
        if (UpperTail(new double[higher.Count], [.. Enumerable.Repeat(1.0, lower.Count)]) > level)
            return double.PositiveInfinity;
        double[] shifts = [.. lower.SelectMany(one => higher, (one, other) => other - one).Distinct().Order()];
        // The larger the shift, the smaller the chance: the smallest that is rejected lies between one that is not and one that is.
        var (kept, rejected) = (-1, shifts.Length - 1);
        while (rejected - kept > 1)
        {
            var middle = (kept + rejected) / 2;
            if (UpperTail([.. higher.Select(figure => figure - shifts[middle])], lower) > level)
                kept = middle;
            else
                rejected = middle;
        }

        return shifts[rejected];
    }

    // Twice the mid-rank of each figure, which is a whole number.
    private static int[] DoubledRanks(double[] figures)
    {
        var sorted = figures.Order().ToArray();
        var of = new Dictionary<double, int>();
        for (int i = 0, next; i < sorted.Length; i = next)
        {
            for (next = i + 1; next < sorted.Length && sorted[next] == sorted[i]; next++) { }
            of[sorted[i]] = i + next + 1;
        }

        return [.. figures.Select(figure => of[figure])];
    }
}

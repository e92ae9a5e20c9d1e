using MathNet.Numerics.Distributions;

namespace Bench.Statistics;

// The exact test of Wilcoxon, Mann and Whitney ("On a test of whether one of two random variables is stochastically larger than the
// other", Annals of Mathematical Statistics 18, 1947), with mid-ranks for ties. It assumes no distribution.
internal static class RankTest
{
    // Beyond this the exact distribution takes long, and the normal one is as good.
    private const int MaxExact = 60;

    // One-sided p value: the probability of ranks this high if both samples come from the same distribution.
    public static double UpperTail(IReadOnlyList<double> lower, IReadOnlyList<double> higher)
    {
        var ranks = DoubledRanks([.. lower, .. higher]);
        return ranks.Length > MaxExact ? Approximate(ranks, higher.Count) : Exact(ranks, higher.Count);
    }

    private static double Exact(int[] ranks, int higher)
    {
        var observed = ranks.TakeLast(higher).Sum();
        // ways[n, s] counts the choices of n figures whose ranks add up to s.
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

    // The variance comes from the ranks themselves, so ties need no correction.
    private static double Approximate(int[] ranks, int higher)
    {
        double n = ranks.Length,
            mean = ranks.Average(),
            variance = higher * (n - higher) / (n * (n - 1)) * ranks.Sum(rank => (rank - mean) * (rank - mean));
        var observed = ranks.TakeLast(higher).Sum(rank => (double)rank);
        return variance > 0 ? Normal.CDF(0, 1, ((higher * mean) - observed + 1) / Math.Sqrt(variance)) : 1;
    }

    // The upper end of a one-sided interval of the shift: the smallest shift that the test rejects.
    // Infinity if there are too few figures to reach the level.
    public static double UpperShift(IReadOnlyList<double> lower, IReadOnlyList<double> higher, double level)
    {
        // Even completely separated figures would not reach the level.
        if (UpperTail(new double[higher.Count], [.. Enumerable.Repeat(1.0, lower.Count)]) > level)
            return double.PositiveInfinity;
        double[] shifts = [.. lower.SelectMany(one => higher, (one, other) => other - one).Distinct().Order()];
        // A larger shift has a smaller p value, so the smallest rejected one is found by bisection.
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

    // Doubled, because a mid-rank can be half of an odd number.
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

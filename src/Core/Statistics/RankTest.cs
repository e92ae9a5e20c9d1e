namespace Bench.Statistics;

/// <summary>
/// The exact test of Wilcoxon, Mann and Whitney ("On a test of whether one of two random variables is stochastically larger than the
/// other", Annals of Mathematical Statistics 18, 1947), with mid-ranks for ties: it asks nothing of how figures are distributed.
/// </summary>
internal static class RankTest
{
    /// <summary>The chance of ranks as high as those of <paramref name="higher"/> if both were drawn from the same; one-sided.</summary>
    public static double UpperTail(IReadOnlyList<double> lower, IReadOnlyList<double> higher)
    {
        var ranks = DoubledRanks([.. lower, .. higher]);
        var observed = ranks.Skip(lower.Count).Sum();
        // How many choices of so many figures have such a sum of ranks.
        var ways = new double[higher.Count + 1, ranks.Sum() + 1];
        ways[0, 0] = 1;
        foreach (var rank in ranks)
        {
            for (var count = higher.Count; count > 0; count--)
            {
                for (var sum = ways.GetLength(1) - 1; sum >= rank; sum--)
                    ways[count, sum] += ways[count - 1, sum - rank];
            }
        }

        var (all, asHigh) = (0.0, 0.0);
        for (var sum = 0; sum < ways.GetLength(1); sum++)
        {
            all += ways[higher.Count, sum];
            asHigh += sum >= observed ? ways[higher.Count, sum] : 0;
        }

        return asHigh / all;
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
        double[] shifts = [.. lower.SelectMany(one => higher, (one, other) => other - one).Distinct().OrderDescending()];
        var rejected = shifts[0];
        foreach (var shift in shifts)
        {
            if (UpperTail([.. higher.Select(figure => figure - shift)], lower) > level)
                break;
            rejected = shift;
        }

        return rejected;
    }

    // Twice the mid-rank of each figure, which is a whole number.
    private static int[] DoubledRanks(double[] figures) =>
        [.. figures.Select(figure => (2 * figures.Count(other => other < figure)) + figures.Count(other => other == figure) + 1)];
}

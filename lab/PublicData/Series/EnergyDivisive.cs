namespace Lab.PublicData.Series;

/// <summary>
/// E-divisive with means (Matteson and James 2014), as MongoDB and the study by default use it: 100 permutations at 1%. The sums of
/// distances are in trees over ranks, with the same result as the usual distance matrix.
/// </summary>
internal static class EnergyDivisive
{
    private const int Permutations = 100,
        MinLength = 2;

    public static int[] Changes(double[] values, int seed)
    {
        var random = new Random(seed);
        List<int> ends = [0, values.Length];
        while (true)
        {
            var (strength, place) = Strongest(values, ends);
            if (place == 0 || IsByChance(values, ends, strength, random))
                return [.. ends.Skip(1).SkipLast(1)];
            ends.Add(place);
            ends.Sort();
        }
    }

    // At 1% with 100 permutations, a single one that is as strong makes the change insignificant.
    private static bool IsByChance(double[] values, List<int> ends, double strength, Random random)
    {
        var shuffled = values.ToArray();
        for (var i = 0; i < Permutations; i++)
        {
            for (var part = 1; part < ends.Count; part++)
                random.Shuffle(shuffled.AsSpan(ends[part - 1]..ends[part]));
            if (Strongest(shuffled, ends).Strength >= strength)
                return true;
        }

        return false;
    }

    private static (double Strength, int Place) Strongest(double[] values, List<int> ends)
    {
        (double Strength, int Place) strongest = default;
        for (var part = 1; part < ends.Count; part++)
        {
            var (strength, place) = Strongest(values.AsSpan(ends[part - 1]..ends[part]));
            if (place > 0 && strength > strongest.Strength)
                strongest = (strength, ends[part - 1] + place);
        }

        return strongest;
    }

    private static (double Strength, int Place) Strongest(ReadOnlySpan<double> values)
    {
        var n = values.Length;
        var sorted = values.ToArray();
        Array.Sort(sorted);
        // The distance to all values follows from the sums of the smaller and of the larger values.
        var below = new double[n + 1];
        for (var i = 0; i < n; i++)
            below[i + 1] = below[i] + sorted[i];
        var (counts, sums) = (new int[n + 1], new double[n + 1]);
        var (countBefore, sumBefore) = (0, 0.0);
        var (left, across, all) = (0.0, 0.0, 0.0);
        for (var i = 0; i < n; i++)
            all += (sorted[i] * i) - below[i];
        (double Strength, int Place) strongest = default;
        for (var i = 0; i < n; i++)
        {
            var rank = Array.BinarySearch(sorted, values[i]);
            var toAll = (values[i] * rank) - below[rank] + (below[n] - below[rank]) - (values[i] * (n - rank));
            var (count, sum) = (0, 0.0);
            for (var at = rank + 1; at > 0; at -= at & -at)
                (count, sum) = (count + counts[at], sum + sums[at]);
            var toBefore = (values[i] * count) - sum + (sumBefore - sum) - (values[i] * (countBefore - count));
            for (var at = rank + 1; at <= n; at += at & -at)
                (counts[at], sums[at]) = (counts[at] + 1, sums[at] + values[i]);
            (countBefore, sumBefore) = (countBefore + 1, sumBefore + values[i]);
            left += toBefore;
            across += toAll - (2 * toBefore);
            double before = i + 1,
                after = n - before;
            if (before < MinLength || after < MinLength)
                continue;
            var right = all - left - across;
            var energy = (2 * across / (before * after)) - (2 * left / (before * (before - 1))) - (2 * right / (after * (after - 1)));
            var strength = before * after / n * energy;
            if (strength > strongest.Strength)
                strongest = (strength, i + 1);
        }

        return strongest;
    }
}

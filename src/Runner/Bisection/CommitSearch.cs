namespace Bench.Runner;

/// <summary>A place in a history at which a benchmark changed.</summary>
/// <param name="Before">The last commit, by its index, that is as before.</param>
/// <param name="After">The first that is not; more than one later where those between say nothing.</param>
/// <param name="IsDecided">Whether all between say nothing; else what is left of a change that no half shows.</param>
internal readonly record struct FoundStep(int Before, int After, CommitComparison Comparison, bool IsDecided);

/// <summary>
/// Finds where a benchmark changed between two commits whose difference is beyond the margin: halves the way, each half compared by its
/// own ends, so that several changes are found as several; what one half explains is not measured again in the other. A half is searched
/// if it is beyond half of the change, at most the margin and at least half of it, or, where its last look still leaves that open, if its
/// interval excludes that nothing changed: else a change as large as the margin would stay open at every commit.
/// </summary>
/// <param name="count">How many commits, the first and the last of which are the ends.</param>
/// <param name="margin">Beyond which a change counts, as a logarithm.</param>
/// <param name="comparisons">Compares commits by their indices.</param>
/// <param name="narrowed">Told of each range with a change, before its middle is tried.</param>
internal sealed class CommitSearch(int count, double margin, ICommitComparisons comparisons, Action<FoundStep>? narrowed = null)
{
    /// <summary>How many commits of a range may stay open before the range itself is what is found: nothing is decided there.</summary>
    private const int MaxOpen = 2;

    /// <summary>How many around the middle are tried before other places: what does not build may be many in a row.</summary>
    private const int Neighbours = 3;

    private readonly List<FoundStep> steps = [];
    private readonly List<FoundStep> notExcluded = [];
    private readonly HashSet<int> skipped = [];

    /// <summary>Commits that say nothing: they don't build, or what they say stays open.</summary>
    public IReadOnlyCollection<int> Skipped => skipped;

    /// <summary>Ranges beside a change that explains the whole, in which another one is neither shown nor ruled out.</summary>
    public IReadOnlyList<FoundStep> NotExcluded => notExcluded;

    /// <summary>How many comparisons a search for one change takes, the first included, if each half explains the other.</summary>
    public static int Comparisons(int count) => count <= 2 ? 1 : (int)Math.Ceiling(Math.Log2(count - 1)) + 1;

    /// <summary>Beyond which a part of a change is searched: half of it, at most the margin and at least half of that.</summary>
    public static double Threshold(CommitComparison whole, double margin) => Math.Clamp(Math.Abs(whole.LogRatio) / 2, margin / 2, margin);

    /// <summary>Searches.</summary>
    /// <param name="whole">The comparison of the ends, which is beyond the margin.</param>
    /// <returns>The steps, the earliest first.</returns>
    public IReadOnlyList<FoundStep> Find(CommitComparison whole)
    {
        Find(0, count - 1, whole);
        return [.. steps.OrderBy(step => step.Before)];
    }

    private void Find(int before, int after, CommitComparison whole)
    {
        narrowed?.Invoke(new FoundStep(before, after, whole, IsDecided: false));
        var threshold = Threshold(whole, margin);
        var open = 0;
        foreach (var middle in Middles(before, after))
        {
            if (Halves(before, middle, after, whole, threshold) is not var (first, second))
            {
                skipped.Add(middle);
                continue;
            }

            (int Before, int After, CommitComparison Comparison)[] halves = [(before, middle, first), (middle, after, second)];
            var changed = halves.Where(half => half.Comparison.IsChanged(threshold)).ToArray();
            var unclear = halves.Where(half => half.Comparison.IsOpen(threshold, margin)).ToArray();
            // However noisy the one half is, the other may show all of it.
            var isExplained =
                changed is [var (_, _, comparison)]
                && (whole.IsExplainedBy([comparison], margin) || unclear.All(half => Math.Abs(half.Comparison.LogRatio) <= threshold));
            if (unclear.Length > 0 && !isExplained && ++open < MaxOpen)
            {
                // Its neighbours may be on a clear side.
                skipped.Add(middle);
                continue;
            }

            foreach (var half in changed)
                Find(half.Before, half.After, half.Comparison);
            if (changed.Length == 0)
                steps.Add(new FoundStep(before, after, whole, IsDecided: false));
            else
                (isExplained ? notExcluded : steps).AddRange(
                    unclear.Select(half => new FoundStep(half.Before, half.After, half.Comparison, IsDecided: false))
                );
            return;
        }

        steps.Add(new FoundStep(before, after, whole, IsDecided: true));
    }

    // One half may explain all, or nothing: then the other is known.
    private (CommitComparison First, CommitComparison Second)? Halves(
        int before,
        int middle,
        int after,
        CommitComparison whole,
        double threshold
    )
    {
        if (comparisons.AreSame(before, middle))
            return (CommitComparison.Same, whole);
        if (comparisons.AreSame(middle, after))
            return (whole, CommitComparison.Same);
        if (comparisons.Compare(before, middle, threshold) is not { } first)
            return null;
        var rest = whole.Minus(first);
        if (comparisons.AreSubtracted && (rest.IsInside(threshold) || rest.Direction(threshold) != 0))
            return (first, rest);
        return comparisons.Compare(middle, after, threshold) is { } second ? (first, second) : null;
    }

    private IEnumerable<int> Middles(int before, int after)
    {
        var middle = (before + after) / 2;
        int[] nearest =
        [
            .. Enumerable
                .Range(before + 1, Math.Max(0, after - before - 1))
                .Where(index => !skipped.Contains(index))
                .OrderBy(index => Math.Abs(index - middle))
                .ThenBy(index => index),
        ];
        return nearest.Take(Neighbours).Concat(Parts(before, after).Where(nearest.Contains)).Concat(nearest).Distinct();
    }

    // The quarters, then the eighths, and so on.
    private static IEnumerable<int> Parts(int before, int after)
    {
        var length = after - before;
        for (var parts = 4L; parts <= 2L * length; parts *= 2)
        {
            for (var part = 1; part < parts; part += 2)
                yield return before + (int)(length * part / parts);
        }
    }
}

/// <summary>Compares commits of a history by their indices.</summary>
internal interface ICommitComparisons
{
    /// <summary>Whether the ratio of a half follows from that of the whole and that of the other half.</summary>
    bool AreSubtracted { get; }

    /// <summary>Whether two commits are known by their code to be the same; not where one of them does not build.</summary>
    bool AreSame(int before, int after);

    /// <summary>Compares two commits, until the interval lies inside a threshold or beyond it.</summary>
    /// <param name="threshold">A logarithm.</param>
    /// <returns>Null where one can't be built or has no such benchmark.</returns>
    CommitComparison? Compare(int before, int after, double threshold);
}

namespace Bench.Runner;

/// <summary>A place in a history at which a benchmark changed.</summary>
/// <param name="Before">The last commit, by its index, that is as before.</param>
/// <param name="After">The first that is not; more than one later where those between say nothing.</param>
/// <param name="IsDecided">Whether the interval shows a change beyond the margin; else it is what is left where halves showed none.</param>
internal readonly record struct FoundStep(int Before, int After, CommitComparison Comparison, bool IsDecided);

/// <summary>
/// Finds where a benchmark changed between two commits: halves the way as long as its ends differ by more than the margin. Each half is
/// compared by its own ends, so that several changes are found as several; what one half explains is not measured again in the other.
/// The error of each comparison is the caller's, who knows how many there can be (<see cref="Comparisons"/>).
/// </summary>
/// <param name="count">How many commits, the first and the last of which are the ends.</param>
/// <param name="margin">Beyond which a change counts, as a logarithm.</param>
/// <param name="compare">Compares two commits by their indices; null where the second can't be built or has no such benchmark.</param>
/// <param name="isSubtracted">Whether the ratio of a half follows from that of the whole and of the other half.</param>
internal sealed class CommitSearch(int count, double margin, Func<int, int, CommitComparison?> compare, bool isSubtracted = true)
{
    private readonly List<FoundStep> steps = [];
    private readonly HashSet<int> skipped = [];

    /// <summary>Commits that say nothing: they don't build, or what they say stays open.</summary>
    public IReadOnlyCollection<int> Skipped => skipped;

    /// <summary>How many comparisons a search for one change takes at most, the first included.</summary>
    public static int Comparisons(int count) => count <= 2 ? 1 : (int)Math.Ceiling(Math.Log2(count - 1)) + 1;

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
        foreach (var middle in Middles(before, after))
        {
            if (compare(before, middle) is not { } first)
            {
                skipped.Add(middle);
                continue;
            }

            var isOpen = first.Direction(margin) == 0 && !first.IsInside(margin);
            var second = Rest(middle, after, whole, first);
            if (isOpen || second is null)
            {
                // Its neighbours may be on a clear side.
                skipped.Add(middle);
                continue;
            }

            var (isFirst, isSecond) = (first.Direction(margin) != 0, second.Value.Direction(margin) != 0);
            if (isFirst)
                Find(before, middle, first);
            if (isSecond)
                Find(middle, after, second.Value);
            if (!isFirst && !isSecond)
                steps.Add(new FoundStep(before, after, whole, IsDecided: false));
            return;
        }

        steps.Add(new FoundStep(before, after, whole, IsDecided: true));
    }

    // One half may explain all, or nothing: then the other is known.
    private CommitComparison? Rest(int middle, int after, CommitComparison whole, CommitComparison first)
    {
        if (first == CommitComparison.Same)
            return whole;
        if (!isSubtracted)
            return compare(middle, after);
        var rest = whole.Minus(first);
        return rest.IsInside(margin) || rest.Direction(margin) != 0 ? rest : compare(middle, after);
    }

    private IEnumerable<int> Middles(int before, int after)
    {
        var middle = (before + after) / 2;
        return Enumerable
            .Range(before + 1, Math.Max(0, after - before - 1))
            .Where(index => !skipped.Contains(index))
            .OrderBy(index => Math.Abs(index - middle))
            .ThenBy(index => index);
    }
}

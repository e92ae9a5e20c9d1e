namespace Bench.Runner;

/// <summary>A place in a history at which a benchmark changed.</summary>
/// <param name="Before">Index of the last commit without the change.</param>
/// <param name="After">Index of the first commit with it. It is not Before + 1 if the commits between have no result.</param>
/// <param name="IsDecided">True if no commit in between has a result; false if neither half shows the change clearly.</param>
internal readonly record struct FoundStep(int Before, int After, CommitComparison Comparison, bool IsDecided);

/// <summary>Finds where a benchmark changed between two commits that differ beyond the margin.</summary>
// It halves the range and compares the ends of each half, so that it finds several changes. If one half explains the whole change, the
// other is not measured. A half is searched if it changed by more than the threshold: half of the whole change, but 0.5 to 1 times the
// margin. A half that is still open after its last look is searched if its interval excludes "no change". Otherwise a change as large as
// the margin would stay open at every commit.
/// <param name="count">Number of commits, including both ends.</param>
/// <param name="margin">The change that counts, as a logarithm.</param>
/// <param name="comparisons">Compares commits by index.</param>
/// <param name="narrowed">Called for each range with a change, before its middle is tried.</param>
internal sealed class CommitSearch(int count, double margin, ICommitComparisons comparisons, Action<FoundStep>? narrowed = null)
{
    // At this many open comparisons in a range, the search stops there and reports the range itself as undecided.
    private const int MaxOpen = 2;

    // So many commits around the middle are tried before other places, because many commits in a row may fail to build.
    private const int Neighbours = 3;

    private readonly List<FoundStep> steps = [];
    private readonly List<FoundStep> notExcluded = [];
    private readonly HashSet<int> skipped = [];

    // Commits without a result: they do not build, or their comparison is not decided.
    public IReadOnlyCollection<int> Skipped => skipped;

    // Ranges next to a change that explains the whole, in which another change is neither shown nor ruled out.
    public IReadOnlyList<FoundStep> NotExcluded => notExcluded;

    // The number of comparisons for one change, including that of the ends, if one comparison per halving is enough.
    public static int Comparisons(int count) => count <= 2 ? 1 : (int)Math.Ceiling(Math.Log2(count - 1)) + 1;

    // A part of a change is searched beyond half of the whole change, clamped to 0.5 to 1 times the margin.
    public static double Threshold(CommitComparison whole, double margin) => Math.Clamp(Math.Abs(whole.LogRatio) / 2, margin / 2, margin);

    // "whole" compares the ends and is beyond the margin. The steps are ordered from the earliest.
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
            // One half may explain the whole change, however noisy the other half is.
            var isExplained =
                changed is [var (_, _, comparison)]
                && (whole.IsExplainedBy([comparison], margin) || unclear.All(half => Math.Abs(half.Comparison.LogRatio) <= threshold));
            if (unclear.Length > 0 && !isExplained && ++open < MaxOpen)
            {
                // The comparisons of its neighbours may be clear.
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

    // If one half runs the same code, the other has the whole change, and nothing needs to be measured.
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

    // First the quarters, then the eighths, and so on.
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

internal interface ICommitComparisons
{
    // If true, the ratio of one half follows from those of the whole and the other half.
    bool AreSubtracted { get; }

    // Proven by their code. False if one of them does not build.
    bool AreSame(int before, int after);

    // Measures until the interval lies inside or beyond the threshold, a logarithm. Null if a commit does not build or lacks the benchmark.
    CommitComparison? Compare(int before, int after, double threshold);
}

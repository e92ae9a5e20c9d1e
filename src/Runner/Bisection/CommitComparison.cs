using Bench.Statistics;

namespace Bench.Runner;

/// <summary>How a benchmark of a later commit compares with that of an earlier one.</summary>
/// <param name="LogRatio">The natural logarithm of later / earlier; of bytes, of one more than they are, so that none has a ratio.</param>
/// <param name="Lower">The end of its interval, on the same scale.</param>
/// <param name="Upper">The other end.</param>
/// <param name="Replicates">How many were measured; 0 where the code is the same, or where it follows from two others.</param>
/// <param name="BytesBefore">What an operation of the earlier one allocates; null where times are compared.</param>
/// <param name="BytesAfter">The same of the later one.</param>
/// <param name="NanosecondsBefore">What an operation of the earlier one takes; null where that was not measured.</param>
internal readonly record struct CommitComparison(
    double LogRatio,
    double Lower,
    double Upper,
    int Replicates,
    double? BytesBefore = null,
    double? BytesAfter = null,
    double? NanosecondsBefore = null
)
{
    /// <summary>Of commits that are proven to run the same code.</summary>
    public static CommitComparison Same { get; } = new(0, 0, 0, 0);

    /// <summary>Whether it differs by more than the margin, and in which direction.</summary>
    /// <returns>1 slower, -1 faster; 0 where that is not shown.</returns>
    public int Direction(double margin) =>
        Lower > margin ? 1
        : Upper < -margin ? -1
        : 0;

    public bool IsInside(double margin) => Lower >= -margin && Upper <= margin;

    /// <summary>Whether its interval excludes that nothing changed.</summary>
    public bool IsChange => Lower > 0 || Upper < 0;

    /// <summary>Whether it counts as a change where the margin alone would leave one open that is as large as the margin.</summary>
    /// <param name="threshold">A logarithm, at most the margin.</param>
    public bool IsChanged(double threshold) => Direction(threshold) != 0 || (IsChange && !IsInside(threshold));

    /// <summary>Whether it neither counts as a change nor rules out one.</summary>
    public bool IsOpen(double threshold, double margin) => !IsChanged(threshold) && !IsInside(threshold) && !IsInside(margin);

    /// <summary>What is left for the second part of a way, where the whole and its first part are known.</summary>
    public CommitComparison Minus(CommitComparison first) => new(LogRatio - first.LogRatio, Lower - first.Upper, Upper - first.Lower, 0);

    /// <summary>
    /// Whether others, one after the other, leave less of it than counts. By the estimates: what is left has the intervals of all of
    /// them together, and a change that is so large that it was decided early would always be left.
    /// </summary>
    /// <param name="margin">Of times, as a logarithm.</param>
    public bool IsExplainedBy(IReadOnlyList<CommitComparison> parts, double margin) =>
        BytesBefore is { } before && BytesAfter is { } after
            ? Math.Abs(after - before - parts.Sum(part => (part.BytesAfter ?? 0) - (part.BytesBefore ?? 0)))
                <= Math.Max(AllocationVerdict.Slack, AllocationVerdict.JitterShare * before)
            : Math.Abs(parts.Aggregate(this, (rest, part) => rest.Minus(part)).LogRatio) <= margin;
}

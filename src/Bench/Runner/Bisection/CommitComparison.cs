using Bench.Statistics;

namespace Bench.Runner;

/// <summary>Compares a benchmark of a later commit with that of an earlier one.</summary>
/// <param name="LogRatio">ln(later / earlier). For bytes it is ln((later + 1) / (earlier + 1)), so that 0 bytes have a ratio.</param>
/// <param name="Lower">Lower end of its confidence interval, as a logarithm.</param>
/// <param name="Upper">Upper end of its confidence interval, as a logarithm.</param>
/// <param name="Replicates">Measured replicates; 0 for the same code, or if the result follows from two other comparisons.</param>
/// <param name="BytesBefore">Allocated bytes per operation at the earlier commit; null if times are compared.</param>
/// <param name="BytesAfter">Allocated bytes per operation at the later commit; null if times are compared.</param>
/// <param name="NanosecondsBefore">Time per operation at the earlier commit; null if not measured.</param>
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
    // For commits that are proven to run the same code.
    public static CommitComparison Same { get; } = new(0, 0, 0, 0);

    // 1 if slower beyond the margin, -1 if faster, 0 if neither is shown.
    public int Direction(double margin) =>
        Lower > margin ? 1
        : Upper < -margin ? -1
        : 0;

    public bool IsInside(double margin) => Lower >= -margin && Upper <= margin;

    public bool IsChange => Lower > 0 || Upper < 0;

    // A change of about the threshold never lies entirely beyond it, so an interval that excludes 0 but not the threshold counts as well.
    // The threshold is a logarithm, at most the margin.
    public bool IsChanged(double threshold) => Direction(threshold) != 0 || (IsChange && !IsInside(threshold));

    public bool IsOpen(double threshold, double margin) => !IsChanged(threshold) && !IsInside(threshold) && !IsInside(margin);

    // The change of the second part of a range, if the whole and the first part are known.
    public CommitComparison Minus(CommitComparison first) => new(LogRatio - first.LogRatio, Lower - first.Upper, Upper - first.Lower, 0);

    // True if the parts leave less of the change than counts. Only the estimates are compared, because the intervals of all parts would add
    // up. A large change is decided early with a wide interval, so something would always remain. The margin is a logarithm, for times.
    public bool IsExplainedBy(IReadOnlyList<CommitComparison> parts, double margin) =>
        BytesBefore is { } before && BytesAfter is { } after
            ? Math.Abs(after - before - parts.Sum(part => (part.BytesAfter ?? 0) - (part.BytesBefore ?? 0)))
                <= Math.Max(AllocationVerdict.Slack, AllocationVerdict.JitterShare * before)
            : Math.Abs(parts.Aggregate(this, (rest, part) => rest.Minus(part)).LogRatio) <= margin;
}

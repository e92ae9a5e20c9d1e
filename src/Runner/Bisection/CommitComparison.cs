namespace Bench.Runner;

/// <summary>How a benchmark of a later commit compares with that of an earlier one.</summary>
/// <param name="LogRatio">The natural logarithm of later / earlier.</param>
/// <param name="Lower">The end of its interval, on the same scale.</param>
/// <param name="Upper">The other end.</param>
/// <param name="Replicates">How many were measured; 0 where the code is the same, or where it follows from two others.</param>
internal readonly record struct CommitComparison(double LogRatio, double Lower, double Upper, int Replicates)
{
    /// <summary>Of commits that are proven to run the same code.</summary>
    public static CommitComparison Same { get; } = new(0, 0, 0, 0);

    /// <summary>Whether it differs by more than the margin, and in which direction.</summary>
    /// <returns>1 slower, -1 faster; 0 where that is not shown.</returns>
    public int Direction(double margin) =>
        Lower > margin ? 1
        : Upper < -margin ? -1
        : 0;

    public bool IsInside(double margin) => Lower > -margin && Upper < margin;

    /// <summary>What is left for the second part of a way, where the whole and its first part are known.</summary>
    public CommitComparison Minus(CommitComparison first) => new(LogRatio - first.LogRatio, Lower - first.Upper, Upper - first.Lower, 0);
}

namespace SameCodeReplay;

/// <summary>A commit against its parent.</summary>
/// <param name="Benchmarks">The benchmarks that both builds have.</param>
/// <param name="Examined">How many of them, drawn at random, were examined.</param>
/// <param name="Same">Of those, how many were proven to run the same code.</param>
/// <param name="Reasons">Why the others would be measured, each reason with their number.</param>
/// <param name="ProofSeconds">What the proof took, builds apart.</param>
/// <param name="Measured">Those of <paramref name="Same"/> that were measured all the same.</param>
/// <param name="Skipped">Why nothing could be examined; null where it was.</param>
internal sealed record ReplayedCommit(
    string Commit,
    string Subject,
    int Benchmarks,
    int Examined,
    int Same,
    IReadOnlyDictionary<string, int> Reasons,
    double ProofSeconds,
    IReadOnlyList<MeasuredSame> Measured,
    string? Skipped = null
);

/// <summary>A benchmark that was proven to run the same code, as a check would have measured it.</summary>
/// <param name="Verdict">Null where it failed.</param>
internal sealed record MeasuredSame(string Benchmark, double? Ratio, double? Lower, double? Upper, string? Verdict, int Replicates);

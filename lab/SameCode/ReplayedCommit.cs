namespace Lab.SameCode;

/// <summary>A commit compared with its parent.</summary>
/// <param name="Benchmarks">The number of benchmarks that both builds have.</param>
/// <param name="Examined">How many of them were drawn at random and examined.</param>
/// <param name="Same">How many of those were proven to run the same code.</param>
/// <param name="Reasons">The reasons to measure the others, each with its number of benchmarks.</param>
/// <param name="ProofSeconds">The time of the proof without the builds.</param>
/// <param name="Measured">The benchmarks of <paramref name="Same"/> that were measured anyway.</param>
/// <param name="Skipped">Why nothing could be examined; null if something was.</param>
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

/// <summary>A benchmark that was proven to run the same code and measured as in a check.</summary>
/// <param name="Verdict">Null if it failed.</param>
internal sealed record MeasuredSame(string Benchmark, double? Ratio, double? Lower, double? Upper, string? Verdict, int Replicates);

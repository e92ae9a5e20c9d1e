using MathNet.Numerics.Statistics;

namespace Bench.Statistics;

internal sealed record AllocationJudgement(double BaselineBytes, double CandidateBytes, Verdict Verdict, string? Reason = null);

/// <summary>
/// Judges allocation, which is exact for most benchmarks and is not for those that hop threads: the counter is that of the whole process.
/// </summary>
internal static class AllocationVerdict
{
    /// <summary>Bytes an operation that rounding alone can account for where repeats agree.</summary>
    public const double Slack = 2;

    /// <summary>The runs a side that must agree before a benchmark's allocation counts as exact.</summary>
    public const int RunsToBeExact = 3;

    /// <summary>
    /// The relative change that counts without such proof. Identical code was seen to move by 2 % from run to run: a counter of the
    /// process has in it what the thread pool and the background compiler allocate.
    /// </summary>
    public const double UnprovenShare = 0.03;

    /// <summary>
    /// The same where one side has too few figures to show how far they differ. BenchmarkDotNet shares what the process allocates out over
    /// the operations that it happened to count: two runs of identical code came out 9 % apart, the launches of each as far.
    /// </summary>
    public const double UnrepeatedShare = 0.1;

    /// <summary>
    /// The bytes that count without such proof: those of the smallest object of a 64-bit process. What the process allocates beside the
    /// operations is shared out over them, and gives a benchmark of few long operations some bytes each that no operation allocates.
    /// </summary>
    public const double SmallestObject = 24;

    public static AllocationJudgement Judge(IReadOnlyList<double> baseline, IReadOnlyList<double> candidate, double rounding = 1)
    {
        if (baseline.Count == 0 || candidate.Count == 0)
            throw new ArgumentException("A benchmark needs a figure on both sides.", nameof(baseline));

        var slack = Slack * Math.Max(1, rounding);
        var range = Math.Max(baseline.Max() - baseline.Min(), candidate.Max() - candidate.Min());
        var isRepeated = baseline.Count >= RunsToBeExact && candidate.Count >= RunsToBeExact;
        var isExact = range <= slack && isRepeated;
        double before = baseline.Median(),
            after = candidate.Median();
        var allowed = isExact
            ? slack
            : Math.Max(Math.Max(slack, SmallestObject - 1), Math.Max(range, (isRepeated ? UnprovenShare : UnrepeatedShare) * before));

        // Every run of one side against every run of the other, so that a single odd run decides nothing.
        if (candidate.Min() - baseline.Max() > allowed)
            return new(before, after, Verdict.Regressed);
        if (baseline.Min() - candidate.Max() > allowed)
            return new(before, after, Verdict.Improved);
        if (Math.Abs(after - before) <= slack)
            return new(before, after, Verdict.Equivalent);
        return new(
            before,
            after,
            Verdict.Inconclusive,
            range > slack
                ? "figures of one side differ among themselves"
                : $"fewer than {RunsToBeExact} figures a side don't show that they repeat"
        );
    }
}

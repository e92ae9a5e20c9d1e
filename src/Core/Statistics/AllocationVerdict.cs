using MathNet.Numerics;
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

    /// <summary>
    /// The relative change below which even figures that agree are no proof while there are few: identical code was seen at 2,169,760 and
    /// at 2,169,860 bytes, in one process or the next.
    /// </summary>
    public const double JitterShare = 0.001;

    /// <summary>The runs a side that must agree before a change below <see cref="JitterShare"/> counts.</summary>
    public const int RunsBelowJitter = 6;

    /// <summary>
    /// The level of the rank test that makes a shift of figures which don't repeat a regression: seven runs a side at least. What allocates
    /// differently from process to process has a few values, as the compiler decided, and neither a range nor a spread.
    /// </summary>
    public const double LevelOfRanks = 0.001;

    /// <summary>The runs a side after which more tell nothing that these don't: one more than the rank test needs.</summary>
    public const int RunsToRank = 8;

    private const double LevelOfNotWorse = 0.05;

    /// <summary>
    /// The runs a side after which chance alone puts all figures of one side beyond all of the other no more often than this: where
    /// nothing differs, each way to divide them between the sides is as likely, and two of these ways are such. It asks nothing of how
    /// figures are distributed.
    /// </summary>
    public static int RunsToSeparate(double error)
    {
        var runs = RunsToBeExact;
        while (2 / SpecialFunctions.Binomial(2 * runs, runs) > error)
            runs++;
        return runs;
    }

    /// <summary>
    /// Whether it takes processes started afterwards to tell: every run of the candidate allocated more than any of the baseline, or its
    /// figures are higher by rank.
    /// </summary>
    public static bool IsSuspected(IReadOnlyList<double> baseline, IReadOnlyList<double> candidate, double rounding = 1) =>
        baseline.Count > 0
        && candidate.Count > 0
        && (
            candidate.Min() - baseline.Max() > Slack * Math.Max(1, rounding)
            || Judge(baseline, candidate, rounding).Verdict == Verdict.Regressed
        );

    public static AllocationJudgement Judge(IReadOnlyList<double> baseline, IReadOnlyList<double> candidate, double rounding = 1)
    {
        if (baseline.Count == 0 || candidate.Count == 0)
            throw new ArgumentException("A benchmark needs a figure on both sides.", nameof(baseline));

        var slack = Slack * Math.Max(1, rounding);
        var range = Math.Max(baseline.Max() - baseline.Min(), candidate.Max() - candidate.Min());
        var runs = Math.Min(baseline.Count, candidate.Count);
        var isRepeated = runs >= RunsToBeExact;
        double before = baseline.Median(),
            after = candidate.Median();
        var jitter = JitterShare * before;
        var shift = LeastShift(before);
        var allowed =
            range <= slack && isRepeated
                ? Math.Max(slack, runs < RunsBelowJitter ? jitter : 0)
                : Math.Max(Math.Max(slack, SmallestObject - 1), Math.Max(range, (isRepeated ? UnprovenShare : UnrepeatedShare) * before));
        var judgement = new AllocationJudgement(before, after, Verdict.Inconclusive);

        // Every run of one side against every run of the other, so that a single odd run decides nothing.
        if (candidate.Min() - baseline.Max() > allowed || (after - before > shift && IsHigher(baseline, candidate)))
            return judgement with { Verdict = Verdict.Regressed };
        if (baseline.Min() - candidate.Max() > allowed || (before - after > shift && IsHigher(candidate, baseline)))
            return judgement with { Verdict = Verdict.Improved };
        // More in every run, and the same in all of one side: only more runs tell that from what chance gives one process or the next.
        if (range <= slack && isRepeated && runs < RunsBelowJitter && candidate.Min() - baseline.Max() > slack)
            return judgement with { Reason = $"a change below {JitterShare * 100:0.#}% counts if {RunsBelowJitter} figures a side agree" };
        if (Math.Abs(after - before) <= Math.Max(slack, jitter))
            return judgement with { Verdict = Verdict.Equivalent };
        if (
            after < before
            || (
                isRepeated
                && RankTest.UpperTail(baseline, candidate) > LevelOfNotWorse
                && RankTest.UpperShift(baseline, candidate, LevelOfNotWorse) <= UnprovenShare * before
            )
        )
            return judgement with { Verdict = Verdict.NotWorse };
        return judgement with
        {
            Reason =
                range > slack
                    ? "figures of one side differ among themselves"
                    : $"fewer than {RunsToBeExact} figures a side don't show that they repeat",
        };
    }

    /// <summary>Whether the medians are further apart than what counts for nothing where figures don't repeat.</summary>
    public static bool IsNotable(IReadOnlyList<double> baseline, IReadOnlyList<double> candidate)
    {
        var before = baseline.Median();
        return Math.Abs(candidate.Median() - before) > LeastShift(before);
    }

    private static double LeastShift(double before) => Math.Max(SmallestObject - 1, JitterShare * before);

    private static bool IsHigher(IReadOnlyList<double> lower, IReadOnlyList<double> higher) =>
        RankTest.UpperTail(lower, higher) <= LevelOfRanks;
}

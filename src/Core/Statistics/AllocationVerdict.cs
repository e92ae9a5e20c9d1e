using MathNet.Numerics;
using MathNet.Numerics.Statistics;

namespace Bench.Statistics;

internal sealed record AllocationJudgement(double BaselineBytes, double CandidateBytes, Verdict Verdict, string? Reason = null);

// Allocation is exact for most benchmarks. It is not for those that hop threads, because the counter covers the whole process.
internal static class AllocationVerdict
{
    // Bytes per operation: rounding alone explains this much if repeats agree.
    public const double Slack = 2;

    // Per build. That many runs must agree before a benchmark's allocation counts as exact.
    public const int RunsToBeExact = 3;

    // The relative change that counts if repeats do not agree. Identical code moved by 2% from run to run,
    // because the process's counter includes allocations of the thread pool and the background compiler.
    public const double UnprovenShare = 0.03;

    // The same if one build has too few runs to show their spread. BenchmarkDotNet divides what the process allocates by the operations
    // that it counted: two runs of identical code differed by 9%, and so did the launches within each.
    public const double UnrepeatedShare = 0.1;

    // In bytes: the smallest object of a 64-bit process. A change below it does not count if repeats do not agree.
    // Other allocations of the process are divided by the operations, so few long operations get some bytes each.
    public const double SmallestObject = 24;

    // With few runs, a smaller relative change proves nothing even if the runs agree. Identical code allocated 2,169,760 bytes in one
    // process and 2,169,860 in the next.
    public const double JitterShare = 0.001;

    // Runs per build that must agree before a change below JitterShare counts.
    public const int RunsBelowJitter = 6;

    // The level of the rank test for runs that do not repeat. It takes at least seven runs per build to reach.
    // Such a benchmark has a few values, depending on what the compiler decided, so a range or a spread would mean nothing.
    public const double LevelOfRanks = 0.001;

    // Runs per build, one more than the rank test needs. More runs add no information.
    public const int RunsToRank = 8;

    private const double LevelOfNotWorse = 0.05;

    // Runs per build after which chance separates all runs of one build from all of the other no more often than `error`.
    // For identical code each division of the runs between the builds is equally likely, and two of them separate the builds.
    // This assumes no distribution.
    public static int RunsToSeparate(double error)
    {
        var runs = RunsToBeExact;
        while (2 / SpecialFunctions.Binomial(2 * runs, runs) > error)
            runs++;
        return runs;
    }

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
            throw new ArgumentException("A benchmark needs a figure for both builds.", nameof(baseline));

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

        // Compares every run with every run, so that a single odd run decides nothing.
        if (candidate.Min() - baseline.Max() > allowed || (after - before > shift && IsHigher(baseline, candidate)))
            return judgement with { Verdict = Verdict.Regressed };
        if (baseline.Min() - candidate.Max() > allowed || (before - after > shift && IsHigher(candidate, baseline)))
            return judgement with { Verdict = Verdict.Improved };
        // Each build agrees with itself, and the candidate is higher. Only more runs can tell that from a difference between processes.
        if (range <= slack && isRepeated && runs < RunsBelowJitter && candidate.Min() - baseline.Max() > slack)
            return judgement with
            {
                Reason = $"a change below {JitterShare * 100:0.#}% counts only if {RunsBelowJitter} figures of each build agree",
            };
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
                    ? "figures of one build differ from each other"
                    : $"fewer than {RunsToBeExact} figures of each build do not show that they repeat",
        };
    }

    public static bool IsNotable(IReadOnlyList<double> baseline, IReadOnlyList<double> candidate)
    {
        var before = baseline.Median();
        return Math.Abs(candidate.Median() - before) > LeastShift(before);
    }

    private static double LeastShift(double before) => Math.Max(SmallestObject - 1, JitterShare * before);

    private static bool IsHigher(IReadOnlyList<double> lower, IReadOnlyList<double> higher) =>
        RankTest.UpperTail(lower, higher) <= LevelOfRanks;
}

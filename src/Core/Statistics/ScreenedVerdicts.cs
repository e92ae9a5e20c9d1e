using System.Collections.Concurrent;

namespace Bench.Statistics;

// Screen, then clean (Wasserman and Roeder, "High-dimensional variable selection", Annals of Statistics 37, 2009). A few replicates of
// every benchmark find the suspected regressions, and only replicates measured afterwards can confirm them. No figure is used twice, so
// selecting the worst benchmarks causes no bias. A check of hundreds of benchmarks costs little more than a few replicates each. The
// confirmation is tested three times: after 4 and 8 replicates, and at its end. Each test has its share of the error, so the sum holds
// (Lan and DeMets, "Discrete sequential boundaries for clinical trials", Biometrika 70, 1983, in its simplest form).
internal static class ScreenedVerdicts
{
    // A replicate is two process pairs.
    public const int FirstScreeningReplicates = 1;

    // For benchmarks that the first replicate does not clear.
    public const int ScreeningReplicates = 2;

    // A benchmark is a suspected regression beyond this share of the margin, both as logarithms.
    public const double SuspectedShare = 0.6;

    // The first test of a confirmation comes after this many. Large changes and most false suspicions end there.
    public const int FirstConfirmationReplicates = 4;

    // The second test comes after this many. Large changes of benchmarks that spread much end there.
    private const int SecondConfirmationReplicates = 8;

    // The share of the error for each of the first two tests.
    private const double ShareOfEarlyLook = 0.2;

    private const double ShareOfLastLook = 1 - (2 * ShareOfEarlyLook);

    // The level of the last test for a single suspected regression.
    internal const double LevelOfLastLook = ShareOfLastLook * TimeVerdicts.LevelOfFailing;

    // The fewest if the first two tests do not decide. More than the second test has, so the number of replicates tells which test it is.
    public const int MinConfirmationReplicates = SecondConfirmationReplicates + 1;

    // For benchmarks that spread much.
    public const int MaxConfirmationReplicates = 24;

    // The most if a benchmark is not suspected, but its first replicates did not show that nothing changed.
    public const int MaxScreeningReplicates = 12;

    public const int MinImprovementReplicates = 4;

    private const double PowerAimedAt = 0.99;

    // Per number of suspected regressions and number of replicates (from the minimum): how many standard errors a benchmark must lie above
    // the margin.
    private static readonly ConcurrentDictionary<int, double[]> ErrorsToConfirm = new();

    private static readonly ConcurrentDictionary<int, (double Clears, double Fails)> ToDecide = new();

    // True if the first replicate shows that the benchmark is not slower by the margin. This is stricter than a verdict: it uses the whole
    // 95% interval. A single replicate knows its own spread only from its two pairs, and borrows most of it.
    public static IReadOnlyList<bool> AreClear(IReadOnlyList<BenchmarkSample> benchmarks)
    {
        int[] measured = [.. Enumerable.Range(0, benchmarks.Count).Where(i => benchmarks[i].Replicates.Count > 0)];
        var areClear = new bool[benchmarks.Count];
        foreach (var (i, judgement) in measured.Zip(TimeVerdicts.Judge([.. measured.Select(i => benchmarks[i])])))
        {
            areClear[i] =
                judgement.Verdict != Verdict.Improved && IsClear(benchmarks[i], judgement) && !IsSuspected(benchmarks[i], judgement);
        }

        return areClear;
    }

    // True if this many replicates in total would leave the benchmark Inconclusive because of its spread. They could neither clear it nor
    // show a regression at its ratio. As a reserve, the true ratio may be half a standard error higher. False if not fully screened.
    public static IReadOnlyList<bool> AreOutOfReach(IReadOnlyList<(BenchmarkSample Sample, int Replicates)> benchmarks)
    {
        var areOut = new bool[benchmarks.Count];
        int[] screened =
        [
            .. Enumerable.Range(0, benchmarks.Count).Where(i => benchmarks[i].Sample.Replicates.Count >= ScreeningReplicates),
        ];
        foreach (var (i, judgement) in screened.Zip(TimeVerdicts.Judge([.. screened.Select(i => benchmarks[i].Sample)])))
            areOut[i] =
                judgement.Verdict == Verdict.Inconclusive && IsOutOfReach(benchmarks[i].Sample, judgement, benchmarks[i].Replicates);
        return areOut;
    }

    private static bool IsOutOfReach(BenchmarkSample benchmark, TimeJudgement judgement, int replicates)
    {
        if (judgement.Spread is not { } spread)
            return false;
        var n = Math.Max(replicates, benchmark.Replicates.Count);
        var inside = TimeVerdicts.Inside(benchmark.Margin, judgement.Baseline);
        var (clears, fails) = ToDecide.GetOrAdd(n, OfDeciding);
        var error = spread / Math.Sqrt(n);
        return clears * error >= inside
            && Math.Log(judgement.Ratio) + (spread / Math.Sqrt(benchmark.Replicates.Count) / 2) < inside + (fails * error);
    }

    // In standard errors: how far a benchmark must lie below its margin to clear, and above it to fail.
    private static (double Clears, double Fails) OfDeciding(int replicates)
    {
        var student = new Student();
        return (
            student.Quantile((1 + TimeVerdicts.ConfidenceOfOneSided) / 2, replicates - 1),
            student.Quantile(1 - LevelOfLastLook, replicates - 1)
        );
    }

    public static IReadOnlyList<NextReplicates> Plan(IReadOnlyList<BenchmarkSample> benchmarks)
    {
        var judgements = TimeVerdicts.Judge(benchmarks);
        var isSuspected = benchmarks.Zip(judgements, IsSuspected).ToArray();
        var suspected = isSuspected.Count(suspected => suspected);
        var student = new Student();
        return
        [
            .. benchmarks.Select(
                (benchmark, i) =>
                    isSuspected[i] ? new(NextKind.Suspected, ConfirmationReplicates(benchmark.Margin, judgements[i].Spread, suspected))
                    : judgements[i].Verdict == Verdict.Improved
                        ? new(NextKind.Improvement, ImprovementReplicates(student, benchmark.Margin, judgements[i].Spread))
                    : new NextReplicates(NextKind.Undecided, AdditionalReplicates(benchmark, judgements[i]))
            ),
        ];
    }

    // After its first test, a confirmation can only be cleared by the whole 95% interval. Between its second and last test it cannot fail,
    // because that would need error that is already spent. Returns 0 if the benchmark is decided, has enough replicates, or is not being
    // confirmed.
    public static IReadOnlyList<int> LeftToConfirm(IReadOnlyList<BenchmarkSample> benchmarks)
    {
        var left = new int[benchmarks.Count];
        if (benchmarks.All(benchmark => benchmark.ConfirmationReplicates == 0))
            return left;
        int[] screened =
        [
            .. Enumerable.Range(0, benchmarks.Count).Where(i => benchmarks[i].Screening.Replicates.Count >= FirstScreeningReplicates),
        ];
        var judgements = Judge([.. screened.Select(i => benchmarks[i])]);
        var planned = Plan([.. screened.Select(i => benchmarks[i].Screening)]);
        for (var at = 0; at < screened.Length; at++)
        {
            var confirmed = benchmarks[screened[at]].ConfirmationReplicates;
            var isOpen =
                confirmed <= FirstConfirmationReplicates
                    ? judgements[at].Verdict == Verdict.Inconclusive
                    : !IsClear(benchmarks[screened[at]], judgements[at])
                        && !(judgements[at].FailsCheck && confirmed <= SecondConfirmationReplicates);
            if (confirmed > 0 && isOpen && planned[at].Kind != NextKind.Improvement)
                left[screened[at]] = Math.Max(0, Math.Max(planned[at].Replicates, MinConfirmationReplicates) - confirmed);
        }

        return left;
    }

    public static IReadOnlyList<TimeJudgement> Judge(IReadOnlyList<BenchmarkSample> benchmarks)
    {
        var all = TimeVerdicts.Judge(benchmarks);
        // An improvement cannot fail, so it is not counted among the tests that can. That would cost power for regressions.
        var confirmed = Enumerable.Range(0, benchmarks.Count).Where(i => benchmarks[i].ConfirmationReplicates > 0).ToLookup(LookedImproved);
        var (suspected, improved) = (JudgeConfirmation(benchmarks, confirmed[false]), JudgeConfirmation(benchmarks, confirmed[true]));
        return
        [
            .. benchmarks.Select(
                (benchmark, i) =>
                    suspected.TryGetValue(i, out var confirmation) ? JudgeSuspected(all[i], confirmation)
                    : improved.TryGetValue(i, out confirmation) ? JudgeImproved(all[i], confirmation)
                    : JudgeOther(all[i], IsSuspected(benchmark, all[i]))
            ),
        ];

        bool LookedImproved(int i) =>
            benchmarks[i].Screening is var sample && sample.Replicates.DefaultIfEmpty().Average() < -sample.Margin.Log;
    }

    private static Dictionary<int, TimeJudgement> JudgeConfirmation(IReadOnlyList<BenchmarkSample> benchmarks, IEnumerable<int> confirmed)
    {
        int[] indices = [.. confirmed];
        return indices
            .Zip(TimeVerdicts.Judge([.. indices.Select(i => benchmarks[i].Confirmation with { ShareOfError = ShareOf(benchmarks[i]) })]))
            .ToDictionary(pair => pair.First, pair => pair.Second);
    }

    // The share of the error of the test at which a confirmation ended.
    internal static double ShareOf(BenchmarkSample benchmark) =>
        benchmark.ConfirmationReplicates <= SecondConfirmationReplicates ? ShareOfEarlyLook : ShareOfLastLook;

    private static bool IsSuspected(BenchmarkSample benchmark, TimeJudgement judgement) =>
        Math.Log(judgement.Ratio) > SuspectedShare * benchmark.Margin.Log
        && judgement.Candidate - judgement.Baseline > SuspectedShare * benchmark.Margin.NoiseFloor;

    private static TimeJudgement JudgeSuspected(TimeJudgement all, TimeJudgement confirmation) =>
        confirmation.FailsCheck || IsBelowMargin(confirmation) ? confirmation
        // "all" includes the replicates that raised the suspicion and is biased upwards. It can show equality, but not a slowdown.
        : IsBelowMargin(all) ? all
        : confirmation with
        {
            Verdict = Verdict.Inconclusive,
            Reason = "possibly slower: the confirmation neither confirms it nor rules it out",
        };

    // The reported ratio comes from the confirmation if that decides, because the screening selected the benchmark for looking faster.
    private static TimeJudgement JudgeImproved(TimeJudgement all, TimeJudgement confirmation) =>
        (
            IsBelowMargin(confirmation) ? confirmation
            : IsBelowMargin(all) ? WithoutImprovement(all)
            : all with { Verdict = Verdict.Inconclusive, Reason = "possibly faster: the confirmation does not show it" }
        ) with
        {
            FailsCheck = false,
        };

    // Processes can agree by chance, all faster or all slower. The replicates that selected a benchmark cannot decide that it changed.
    private static TimeJudgement WithoutImprovement(TimeJudgement all) =>
        all.Verdict == Verdict.Improved
            ? all with
            {
                Verdict = Verdict.NotWorse,
                Reason = "possibly faster: it was not measured again",
            }
            : all;

    // Uses the whole 95% interval. That is stricter than a verdict, because the benchmark can be tested again.
    private static bool IsClear(BenchmarkSample benchmark, TimeJudgement judgement) =>
        IsBelowMargin(judgement)
        && judgement.Upper is { } upper
        && Math.Log(upper) < TimeVerdicts.Inside(benchmark.Margin, judgement.Baseline);

    private static bool IsBelowMargin(TimeJudgement judgement) =>
        judgement.Verdict is Verdict.Equivalent or Verdict.Improved or Verdict.NotWorse;

    private static TimeJudgement JudgeOther(TimeJudgement all, bool isSuspected) =>
        isSuspected && all.Verdict is not (Verdict.Equivalent or Verdict.NotWorse)
            ? all with
            {
                Verdict = Verdict.Inconclusive,
                FailsCheck = false,
                Reason = "possibly slower: it was not measured again",
            }
            : WithoutImprovement(all) with
            {
                FailsCheck = false,
            };

    private static int AdditionalReplicates(BenchmarkSample benchmark, TimeJudgement judgement) =>
        judgement.Verdict != Verdict.Inconclusive
            ? 0
            : Math.Max(
                0,
                Math.Min(judgement.LaunchesToDecide ?? MaxScreeningReplicates, MaxScreeningReplicates) - benchmark.Replicates.Count
            );

    // Enough that the half-width of the 95% interval is at most the margin.
    private static int ImprovementReplicates(Student student, Margin margin, double? spread)
    {
        for (var n = MinImprovementReplicates; n < MaxScreeningReplicates; n++)
        {
            if (student.Quantile((1 + TimeVerdicts.Confidence) / 2, n - 1) * (spread ?? 0) / Math.Sqrt(n) <= margin.Log)
                return n;
        }

        return MaxScreeningReplicates;
    }

    // Enough to confirm a benchmark that is slower by twice the margin with the power aimed at, for this number of suspected regressions.
    internal static int ConfirmationReplicates(Margin margin, double? spread, int suspected)
    {
        var distance = Math.Log(1 + (2 * margin.Relative)) - margin.Log;
        var wanted = ErrorsToConfirm.GetOrAdd(suspected, OfErrorsToConfirm);
        for (var n = MinConfirmationReplicates; n < MaxConfirmationReplicates; n++)
        {
            if (distance / ((spread ?? 0) / Math.Sqrt(n)) >= wanted[n - MinConfirmationReplicates])
                return n;
        }

        return MaxConfirmationReplicates;
    }

    private static double[] OfErrorsToConfirm(int suspected)
    {
        var student = new Student();
        return
        [
            .. Enumerable
                .Range(MinConfirmationReplicates - 1, MaxConfirmationReplicates - MinConfirmationReplicates)
                .Select(degreesOfFreedom =>
                    student.Quantile(1 - (LevelOfLastLook / suspected), degreesOfFreedom) + student.Quantile(PowerAimedAt, degreesOfFreedom)
                ),
        ];
    }
}

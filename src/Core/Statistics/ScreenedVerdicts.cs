using System.Collections.Concurrent;

namespace Bench.Statistics;

/// <summary>
/// Screen, then clean (Wasserman and Roeder, "High-dimensional variable selection", Annals of Statistics 37, 2009): few replicates of every
/// benchmark find the suspected regressions, and only replicates measured afterwards can confirm them. No figure is used twice, so that a
/// check of hundreds of benchmarks costs little more than a few replicates each, and picking the worst benchmarks is no bias.
/// The confirmation is looked at twice, after a few replicates and at its end; each look has its share of the error, so that their sum
/// holds (Lan and DeMets, "Discrete sequential boundaries for clinical trials", Biometrika 70, 1983, in its simplest form).
/// </summary>
internal static class ScreenedVerdicts
{
    /// <summary>Replicates of every benchmark in the first stage: each is two process pairs.</summary>
    public const int FirstScreeningReplicates = 1;

    /// <summary>Replicates of a benchmark that the first does not clear.</summary>
    public const int ScreeningReplicates = 2;

    /// <summary>The share of the margin, as logarithms, beyond which a benchmark is a suspected regression.</summary>
    public const double SuspectedShare = 0.6;

    /// <summary>After so many a confirmation is looked at for the first time: large changes and most false suspicions end there.</summary>
    public const int FirstConfirmationReplicates = 4;

    /// <summary>The share of the error that the first look may take.</summary>
    private const double ShareOfFirstLook = 0.2;

    /// <summary>The level of the last look at one suspected regression.</summary>
    internal const double LevelOfLastLook = (1 - ShareOfFirstLook) * TimeVerdicts.LevelOfFailing;

    /// <summary>The fewest confirmation replicates of a suspected regression that the first look does not decide.</summary>
    public const int MinConfirmationReplicates = 8;

    /// <summary>The most confirmation replicates that are planned, for benchmarks that spread much.</summary>
    public const int MaxConfirmationReplicates = 24;

    /// <summary>The most replicates of a benchmark that is not suspected, where its first ones did not show that nothing changed.</summary>
    public const int MaxScreeningReplicates = 12;

    /// <summary>The fewest confirmation replicates of an improvement.</summary>
    public const int MinImprovementReplicates = 4;

    private const double PowerAimedAt = 0.99;

    // For each number of suspected regressions: by how many standard errors a benchmark must lie above the margin, for each number of
    // replicates from the fewest.
    private static readonly ConcurrentDictionary<int, double[]> ErrorsToConfirm = new();

    private static readonly ConcurrentDictionary<int, (double Clears, double Fails)> ToDecide = new();

    /// <summary>
    /// Whether the first replicate shows that a benchmark is not slower by the margin. It is stricter than a verdict, by the whole interval
    /// of 95 %: a replicate knows its own spread by the two pairs in it only, and borrows most of it.
    /// </summary>
    /// <returns>For each benchmark, in the same order.</returns>
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

    /// <summary>
    /// Whether so many replicates in all would leave a benchmark open, by its spread: they would not show that it is what it was, and its
    /// ratio is not so large that they would show a regression. It is generous: half a standard error more may be there than was seen.
    /// </summary>
    /// <returns>For each benchmark, in the same order; false for what was not screened to the end.</returns>
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
        var inside = TimeVerdicts.Inside(benchmark.Margin, judgement.BaselineNanoseconds);
        var (clears, fails) = ToDecide.GetOrAdd(n, OfDeciding);
        var error = spread / Math.Sqrt(n);
        return clears * error >= inside
            && Math.Log(judgement.Ratio) + (spread / Math.Sqrt(benchmark.Replicates.Count) / 2) < inside + (fails * error);
    }

    // By how many standard errors a benchmark must lie below its margin, and above it.
    private static (double Clears, double Fails) OfDeciding(int replicates)
    {
        var student = new Student();
        return (
            student.Quantile((1 + TimeVerdicts.ConfidenceOfOneSided) / 2, replicates - 1),
            student.Quantile(1 - LevelOfLastLook, replicates - 1)
        );
    }

    /// <summary>What the screening says should be measured next.</summary>
    /// <returns>For each benchmark, in the same order.</returns>
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

    /// <summary>
    /// How many replicates a confirmation still needs. Between its first look and its last it may be found clear, by the whole interval,
    /// and nothing else: a failure there would take from an error that is spent already.
    /// </summary>
    /// <returns>For each benchmark, in the same order; 0 for what is decided, has them, or is not being confirmed.</returns>
    public static IReadOnlyList<int> LeftToConfirm(IReadOnlyList<ScreenedSample> benchmarks)
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
                    : !IsClear(benchmarks[screened[at]].Sample, judgements[at]);
            if (confirmed > 0 && isOpen && planned[at].Kind != NextKind.Improvement)
                left[screened[at]] = Math.Max(0, Math.Max(planned[at].Replicates, MinConfirmationReplicates) - confirmed);
        }

        return left;
    }

    public static IReadOnlyList<TimeJudgement> Judge(IReadOnlyList<ScreenedSample> benchmarks)
    {
        var all = TimeVerdicts.Judge([.. benchmarks.Select(benchmark => benchmark.Sample)]);
        // What looked faster never fails, and is no test among those that can: it costs a regression no power.
        var confirmed = Enumerable.Range(0, benchmarks.Count).Where(i => benchmarks[i].ConfirmationReplicates > 0).ToLookup(LookedImproved);
        var (suspected, improved) = (JudgeConfirmation(benchmarks, confirmed[false]), JudgeConfirmation(benchmarks, confirmed[true]));
        return
        [
            .. benchmarks.Select(
                (benchmark, i) =>
                    suspected.TryGetValue(i, out var confirmation) ? JudgeSuspected(all[i], confirmation)
                    : improved.TryGetValue(i, out confirmation) ? JudgeImproved(all[i], confirmation)
                    : JudgeOther(all[i], IsSuspected(benchmark.Sample, all[i]))
            ),
        ];

        bool LookedImproved(int i) =>
            benchmarks[i].Screening is var sample && sample.Replicates.DefaultIfEmpty().Average() < -sample.Margin.Log;
    }

    private static Dictionary<int, TimeJudgement> JudgeConfirmation(IReadOnlyList<ScreenedSample> benchmarks, IEnumerable<int> confirmed)
    {
        int[] indices = [.. confirmed];
        return indices
            .Zip(TimeVerdicts.Judge([.. indices.Select(i => benchmarks[i].Confirmation with { ShareOfError = ShareOf(benchmarks[i]) })]))
            .ToDictionary(pair => pair.First, pair => pair.Second);
    }

    /// <summary>The share of the error that the look which a confirmation ended at may take.</summary>
    internal static double ShareOf(ScreenedSample benchmark) =>
        benchmark.ConfirmationReplicates <= FirstConfirmationReplicates ? ShareOfFirstLook : 1 - ShareOfFirstLook;

    /// <summary>Whether the replicates make a benchmark a suspected regression: most of the margin, and of the noise floor.</summary>
    private static bool IsSuspected(BenchmarkSample benchmark, TimeJudgement judgement) =>
        Math.Log(judgement.Ratio) > SuspectedShare * benchmark.Margin.Log
        && judgement.CandidateNanoseconds - judgement.BaselineNanoseconds > SuspectedShare * benchmark.Margin.NoiseFloorNanoseconds;

    private static TimeJudgement JudgeSuspected(TimeJudgement all, TimeJudgement confirmation) =>
        confirmation.FailsCheck || IsBelowMargin(confirmation) ? confirmation
        // What made it a suspected regression is part of "all", which leans to its side: good enough to call it equal, not to call it
        // slower.
        : IsBelowMargin(all) ? all
        : confirmation with
        {
            Verdict = Verdict.Inconclusive,
            Reason = "a suspected regression that the confirmation replicates neither confirm nor rule out",
        };

    // The figure is that of the replicates which did not make it look faster, as long as they decide.
    private static TimeJudgement JudgeImproved(TimeJudgement all, TimeJudgement confirmation) =>
        (
            IsBelowMargin(confirmation) ? confirmation
            : IsBelowMargin(all) ? WithoutImprovement(all)
            : all with { Verdict = Verdict.Inconclusive, Reason = "an improvement that the confirmation replicates do not confirm" }
        ) with
        {
            FailsCheck = false,
        };

    // Processes can agree for a while, all of one benchmark faster, or slower: what selects a benchmark can't decide that it changed.
    private static TimeJudgement WithoutImprovement(TimeJudgement all) =>
        all.Verdict == Verdict.Improved
            ? all with
            {
                Verdict = Verdict.NotWorse,
                Reason = "it looks faster, which no confirmation replicates show",
            }
            : all;

    /// <summary>Whether the whole interval of 95 % lies below the margin: stricter than a verdict, for who may look again.</summary>
    private static bool IsClear(BenchmarkSample benchmark, TimeJudgement judgement) =>
        IsBelowMargin(judgement)
        && judgement.Upper is { } upper
        && Math.Log(upper) < TimeVerdicts.Inside(benchmark.Margin, judgement.BaselineNanoseconds);

    private static bool IsBelowMargin(TimeJudgement judgement) =>
        judgement.Verdict is Verdict.Equivalent or Verdict.Improved or Verdict.NotWorse;

    private static TimeJudgement JudgeOther(TimeJudgement all, bool isSuspected) =>
        isSuspected && all.Verdict is not (Verdict.Equivalent or Verdict.NotWorse)
            ? all with
            {
                Verdict = Verdict.Inconclusive,
                FailsCheck = false,
                Reason = "a suspected regression without a confirmation run",
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

    /// <summary>
    /// The replicates that confirm an improvement, and by whose interval it is known to the margin on either side.
    /// </summary>
    private static int ImprovementReplicates(Student student, Margin margin, double? spread)
    {
        for (var n = MinImprovementReplicates; n < MaxScreeningReplicates; n++)
        {
            if (student.Quantile((1 + TimeVerdicts.Confidence) / 2, n - 1) * (spread ?? 0) / Math.Sqrt(n) <= margin.Log)
                return n;
        }

        return MaxScreeningReplicates;
    }

    /// <summary>
    /// The replicates that confirm a benchmark which is twice the margin slower, with a chance of <see cref="PowerAimedAt"/>, if as many
    /// benchmarks are suspected regressions as look it.
    /// </summary>
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

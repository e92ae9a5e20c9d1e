namespace Bench.Statistics;

/// <summary>What is to be measured next of a benchmark.</summary>
/// <param name="IsSuspected">Whether it looks slower: then only confirmation replicates can rule it out or confirm it.</param>
internal readonly record struct NextReplicates(bool IsSuspected, int Replicates);

/// <summary>
/// Screen, then clean (Wasserman and Roeder, "High-dimensional variable selection", Annals of Statistics 37, 2009): few replicates of every
/// benchmark find the suspected regressions, and only replicates measured afterwards can confirm them. No figure is used twice, so that a
/// check of hundreds of benchmarks costs little more than a few replicates each, and picking the worst benchmarks is no bias.
/// </summary>
internal static class ScreenedVerdicts
{
    /// <summary>Replicates of every benchmark in the first stage: each is two process pairs.</summary>
    public const int ScreeningReplicates = 2;

    /// <summary>The share of the margin, as logarithms, beyond which a benchmark is a suspected regression.</summary>
    public const double SuspectedShare = 0.6;

    /// <summary>The fewest confirmation replicates of a suspected regression.</summary>
    public const int MinConfirmationReplicates = 8;

    /// <summary>The most confirmation replicates that are planned, for benchmarks that spread much.</summary>
    public const int MaxConfirmationReplicates = 24;

    /// <summary>The most replicates of a benchmark that is not suspected, where its first ones did not show that nothing changed.</summary>
    public const int MaxScreeningReplicates = 12;

    private const double PowerAimedAt = 0.99;

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
                    isSuspected[i]
                        ? new NextReplicates(true, ConfirmationReplicates(student, benchmark.Margin, judgements[i].Spread, suspected))
                    : judgements[i].Verdict == Verdict.Inconclusive
                        ? new NextReplicates(
                            false,
                            Math.Max(
                                0,
                                Math.Min(judgements[i].LaunchesToDecide ?? MaxScreeningReplicates, MaxScreeningReplicates)
                                    - benchmark.Replicates.Count
                            )
                        )
                    : new NextReplicates(false, 0)
            ),
        ];
    }

    public static IReadOnlyList<TimeJudgement> Judge(IReadOnlyList<ScreenedSample> benchmarks)
    {
        var all = TimeVerdicts.Judge([.. benchmarks.Select(benchmark => benchmark.Sample)]);
        int[] suspected = [.. Enumerable.Range(0, benchmarks.Count).Where(i => benchmarks[i].ConfirmationReplicates > 0)];
        var confirmation = suspected
            .Zip(TimeVerdicts.Judge([.. suspected.Select(i => benchmarks[i].Confirmation)]))
            .ToDictionary(pair => pair.First, pair => pair.Second);
        return
        [
            .. benchmarks.Select(
                (benchmark, i) =>
                    confirmation.TryGetValue(i, out var judgement)
                        ? JudgeSuspected(all[i], judgement)
                        : JudgeOther(all[i], IsSuspected(benchmark.Sample, all[i]))
            ),
        ];
    }

    /// <summary>Whether the replicates make a benchmark a suspected regression: most of the margin, and of the noise floor.</summary>
    private static bool IsSuspected(BenchmarkSample benchmark, TimeJudgement judgement) =>
        Math.Log(judgement.Ratio) > SuspectedShare * benchmark.Margin.Log
        && judgement.CandidateNanoseconds - judgement.BaselineNanoseconds > SuspectedShare * benchmark.Margin.NoiseFloorNanoseconds;

    private static TimeJudgement JudgeSuspected(TimeJudgement all, TimeJudgement confirmation) =>
        confirmation.FailsCheck ? confirmation
        // What made it a suspected regression is part of "all", which leans to its side: good enough to call it equal, not to call it
        // slower.
        : all.Verdict is Verdict.Equivalent or Verdict.Improved or Verdict.NotWorse ? all
        : confirmation with
        {
            Verdict = Verdict.Inconclusive,
            Reason = "a suspected regression that the confirmation replicates neither confirm nor rule out",
        };

    private static TimeJudgement JudgeOther(TimeJudgement all, bool isSuspected) =>
        isSuspected && all.Verdict is not (Verdict.Equivalent or Verdict.NotWorse)
            ? all with
            {
                Verdict = Verdict.Inconclusive,
                FailsCheck = false,
                Reason = "a suspected regression without a confirmation run",
            }
            : all with
            {
                FailsCheck = false,
            };

    /// <summary>
    /// The replicates that confirm a benchmark which is twice the margin slower, with a chance of <see cref="PowerAimedAt"/>, if as many
    /// benchmarks are suspected regressions as look it.
    /// </summary>
    private static int ConfirmationReplicates(Student student, Margin margin, double? spread, int suspected)
    {
        var distance = Math.Log(1 + (2 * margin.Relative)) - margin.Log;
        for (var n = MinConfirmationReplicates; n < MaxConfirmationReplicates; n++)
        {
            var wanted = student.Quantile(1 - (TimeVerdicts.LevelOfFailing / suspected), n - 1) + student.Quantile(PowerAimedAt, n - 1);
            if (distance / ((spread ?? 0) / Math.Sqrt(n)) >= wanted)
                return n;
        }

        return MaxConfirmationReplicates;
    }
}

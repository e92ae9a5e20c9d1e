namespace Bench.Statistics;

/// <summary>A benchmark as far as a check has measured it.</summary>
/// <param name="Sample">Its replicates, in the order measured.</param>
/// <param name="ConfirmationReplicates">How many of them were measured because those before looked slower.</param>
/// <param name="AllocatesMore">Whether what was counted so far may fail the check.</param>
/// <param name="Allocation">What was counted so far says of what it allocates; null where nothing was.</param>
/// <param name="FailsByAllocation">Whether the check fails whatever its time is: it is timed no further.</param>
/// <param name="Affordable">For how many replicates of it there is time.</param>
internal readonly record struct CheckedBenchmark(
    BenchmarkSample Sample,
    int ConfirmationReplicates,
    bool AllocatesMore = false,
    Verdict? Allocation = null,
    bool FailsByAllocation = false,
    int Affordable = ScreenedVerdicts.MaxConfirmationReplicates
);

/// <summary>
/// What a check measures next: a pure function of what it has measured. The gate measures by it, and the study replays recordings by it, so
/// that what the study says holds for the gate.
/// </summary>
internal static class CheckPlan
{
    /// <summary>A replicate is two process pairs: one started with the baseline first, one with the candidate.</summary>
    public const int PairsPerReplicate = 2;

    /// <summary>Eight processes a side: enough to see whether allocation repeats, and for the rank test where it does not.</summary>
    public const int ReplicatesForAllocation = 4;

    /// <summary>
    /// How often what is undecided is looked at again: what a look asks for is what would decide if the ratio stayed what it is, and half
    /// of the time it does not.
    /// </summary>
    private const int Looks = 4;

    public static IReadOnlyList<CheckStage> Stages { get; } =
    [
        CheckStage.Screening,
        CheckStage.ScreeningToEnd,
        .. Confirmations,
        .. Enumerable.Repeat(Confirmations.Prepend(CheckStage.AdditionalScreening), Looks).SelectMany(look => look),
        CheckStage.ConfirmationOfImprovements,
    ];

    // A step at a time, so that what is clear on the way ends there.
    private static IEnumerable<CheckStage> Confirmations =>
        Enumerable
            .Repeat(
                CheckStage.ConfirmationToEnd,
                (ScreenedVerdicts.MaxConfirmationReplicates / ScreenedVerdicts.FirstConfirmationReplicates) - 1
            )
            .Prepend(CheckStage.Confirmation);

    /// <summary>Whether what a stage measures stands apart from what made a benchmark look slower, or faster.</summary>
    public static bool IsConfirmation(CheckStage stage) =>
        stage is CheckStage.Confirmation or CheckStage.ConfirmationToEnd or CheckStage.ConfirmationOfImprovements;

    /// <summary>Whether a check is whole without a stage: it decides nothing that could fail.</summary>
    public static bool IsOptional(CheckStage stage) => stage == CheckStage.ConfirmationOfImprovements;

    /// <summary>Has a check measured, stage by stage.</summary>
    /// <param name="benchmarks">As they are at that moment.</param>
    /// <param name="measure">Measures so many replicates of each of them.</param>
    public static void Run(Func<IReadOnlyList<CheckedBenchmark>> benchmarks, Action<CheckStage, IReadOnlyList<int>> measure)
    {
        var planned = new Dictionary<CheckStage, (int Benchmarks, int Replicates)>();
        foreach (var stage in Stages)
        {
            var now = benchmarks();
            // What a stage asks for follows from what was measured: where that is what it was, it asks for nothing new.
            var measured = (now.Count, now.Sum(benchmark => benchmark.Sample.Replicates.Count));
            if (planned.TryGetValue(stage, out var before) && before == measured)
                continue;
            planned[stage] = measured;
            measure(stage, Next(stage, now));
        }
    }

    /// <summary>Which benchmarks spread so much that all replicates there is time for would leave them open.</summary>
    /// <returns>For each benchmark, in the same order; false for those whose allocation is open.</returns>
    public static IReadOnlyList<bool> AreOutOfReach(IReadOnlyList<CheckedBenchmark> benchmarks)
    {
        var byTime = ScreenedVerdicts.AreOutOfReach([.. benchmarks.Select(benchmark => (benchmark.Sample, benchmark.Affordable))]);
        return [.. benchmarks.Zip(byTime, (benchmark, isOut) => isOut && !benchmark.AllocatesMore && ForAllocation(benchmark) == 0)];
    }

    /// <summary>How many replicates of each benchmark a stage measures.</summary>
    /// <param name="benchmarks">As they are when the stage begins; those that failed are left out by whoever asks.</param>
    /// <returns>In the same order; 0 for what is decided, was not screened to the end, or can't be decided.</returns>
    public static IReadOnlyList<int> Next(CheckStage stage, IReadOnlyList<CheckedBenchmark> benchmarks)
    {
        var wanted = Wanted(stage, benchmarks);
        return stage is CheckStage.Screening or CheckStage.ScreeningToEnd || wanted.All(replicates => replicates == 0)
            ? wanted
            : [.. wanted.Zip(AreOutOfReach(benchmarks), (replicates, isOut) => isOut ? 0 : replicates)];
    }

    private static IReadOnlyList<int> Wanted(CheckStage stage, IReadOnlyList<CheckedBenchmark> benchmarks)
    {
        if (stage == CheckStage.Screening)
            return [.. benchmarks.Select(_ => ScreenedVerdicts.FirstScreeningReplicates)];
        if (stage == CheckStage.ScreeningToEnd)
            return
            [
                .. benchmarks.Zip(ScreenedVerdicts.AreClear([.. benchmarks.Select(benchmark => benchmark.Sample)]), (benchmark, isClear) =>
                    isClear && benchmark is { AllocatesMore: false, Allocation: null or Verdict.Equivalent }
                        ? 0
                        : Math.Max(0, ScreenedVerdicts.ScreeningReplicates - benchmark.Sample.Replicates.Count)
                ),
            ];
        if (stage == CheckStage.ConfirmationToEnd)
            return
            [
                .. ScreenedVerdicts
                    .LeftToConfirm([
                        .. benchmarks.Select(benchmark => new ScreenedSample(benchmark.Sample, benchmark.ConfirmationReplicates)),
                    ])
                    .Select(
                        (left, i) => benchmarks[i].FailsByAllocation ? 0 : Math.Min(left, ScreenedVerdicts.FirstConfirmationReplicates)
                    ),
            ];

        var replicates = new int[benchmarks.Count];
        int[] open =
        [
            .. Enumerable
                .Range(0, benchmarks.Count)
                .Where(i =>
                    benchmarks[i] is { ConfirmationReplicates: 0, Sample.Replicates.Count: >= ScreenedVerdicts.FirstScreeningReplicates }
                ),
        ];
        foreach (var (i, next) in open.Zip(ScreenedVerdicts.Plan([.. open.Select(i => benchmarks[i].Sample)])))
        {
            replicates[i] = (stage, next.Kind) switch
            {
                (CheckStage.ConfirmationOfImprovements, NextKind.Improvement) => next.Replicates,
                (CheckStage.ConfirmationOfImprovements, _) => 0,
                (_, NextKind.Suspected) => IsConfirmation(stage) ? ScreenedVerdicts.FirstConfirmationReplicates : 0,
                _ when IsConfirmation(stage) => benchmarks[i].AllocatesMore ? ReplicatesForAllocation : 0,
                (_, NextKind.Improvement) => ForAllocation(benchmarks[i]),
                _ => Math.Max(next.Replicates, ForAllocation(benchmarks[i])),
            };
        }

        return replicates;
    }

    private static int ForAllocation(CheckedBenchmark benchmark) =>
        benchmark is { Allocation: Verdict.Inconclusive, Sample.Replicates.Count: < ScreenedVerdicts.MaxScreeningReplicates }
            ? ReplicatesForAllocation / 2
            : 0;
}

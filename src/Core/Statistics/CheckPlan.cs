namespace Bench.Statistics;

// The replicates of the sample are in the order measured. Allocation is null if none was counted. FailsByAllocation ends the timing,
// because the check fails whatever the time is. Affordable is how many replicates there is time for.
internal readonly record struct CheckedBenchmark(
    BenchmarkSample Sample,
    bool AllocatesMore = false,
    Verdict? Allocation = null,
    bool FailsByAllocation = false,
    int Affordable = ScreenedVerdicts.MaxConfirmationReplicates
);

// Plans what a check measures next, as a pure function of what it has measured. The gate measures with it and the study replays
// recordings with it, so the study's results hold for the gate.
internal static class CheckPlan
{
    // A replicate has one pair started with the baseline first and one with the candidate first.
    public const int PairsPerReplicate = 2;

    // Eight processes per build: enough to see whether allocation repeats, and for the rank test if it does not.
    public const int ReplicatesForAllocation = 4;

    // How often undecided benchmarks get more replicates. Each time the number is what would decide if the ratio stayed the same, and
    // half of the time it does not.
    private const int Looks = 4;

    public static IReadOnlyList<CheckStage> Stages { get; } =
    [
        CheckStage.Screening,
        CheckStage.ScreeningToEnd,
        .. Confirmations,
        .. Enumerable.Repeat(Confirmations.Prepend(CheckStage.AdditionalScreening), Looks).SelectMany(look => look),
        CheckStage.ConfirmationOfImprovements,
    ];

    // In steps, so that a benchmark that is decided early stops early.
    private static IEnumerable<CheckStage> Confirmations =>
        Enumerable
            .Repeat(
                CheckStage.ConfirmationToEnd,
                (ScreenedVerdicts.MaxConfirmationReplicates / ScreenedVerdicts.FirstConfirmationReplicates) - 1
            )
            .Prepend(CheckStage.Confirmation);

    public static bool IsConfirmation(CheckStage stage) =>
        stage is CheckStage.Confirmation or CheckStage.ConfirmationToEnd or CheckStage.ConfirmationOfImprovements;

    public static bool IsOptional(CheckStage stage) => stage == CheckStage.ConfirmationOfImprovements;

    // `benchmarks` returns the current state. `measure` runs the given number of additional replicates per benchmark.
    public static void Run(Func<IReadOnlyList<CheckedBenchmark>> benchmarks, Action<CheckStage, IReadOnlyList<int>> measure)
    {
        var planned = new Dictionary<CheckStage, (int Benchmarks, int Replicates)>();
        foreach (var stage in Stages)
        {
            var now = benchmarks();
            // A stage depends only on the measurements. If they have not changed since its last run, it has nothing to do.
            var measured = (now.Count, now.Sum(benchmark => benchmark.Sample.Replicates.Count));
            if (planned.TryGetValue(stage, out var before) && before == measured)
                continue;
            planned[stage] = measured;
            measure(stage, Next(stage, now));
        }
    }

    // True for benchmarks that spread so much that all affordable replicates would leave them Inconclusive.
    public static IReadOnlyList<bool> AreOutOfReach(IReadOnlyList<CheckedBenchmark> benchmarks)
    {
        var byTime = ScreenedVerdicts.AreOutOfReach([.. benchmarks.Select(benchmark => (benchmark.Sample, benchmark.Affordable))]);
        return [.. benchmarks.Zip(byTime, (benchmark, isOut) => isOut && !benchmark.AllocatesMore && ForAllocation(benchmark) == 0)];
    }

    // How many further replicates of each benchmark are planned at most, if its figures stay as they are.
    public static IReadOnlyList<int> Planned(IReadOnlyList<CheckedBenchmark> benchmarks)
    {
        IReadOnlyList<int>[] stages =
        [
            Wanted(CheckStage.Confirmation, benchmarks, isWhole: true),
            Wanted(CheckStage.AdditionalScreening, benchmarks),
            ToEndOfConfirmation(benchmarks),
        ];
        return [.. AreOutOfReach(benchmarks).Select((isOut, i) => isOut ? 0 : stages.Max(stage => stage[i]))];
    }

    // Returns the replicates per benchmark: 0 if it is decided, was not screened completely, or cannot be decided.
    // The caller leaves out failed benchmarks.
    public static IReadOnlyList<int> Next(CheckStage stage, IReadOnlyList<CheckedBenchmark> benchmarks)
    {
        var wanted = Wanted(stage, benchmarks);
        return stage is CheckStage.Screening or CheckStage.ScreeningToEnd || wanted.All(replicates => replicates == 0)
            ? wanted
            : [.. wanted.Zip(AreOutOfReach(benchmarks), (replicates, isOut) => isOut ? 0 : replicates)];
    }

    // `isWhole` is for the whole confirmation, not only for the replicates up to its first test.
    private static IReadOnlyList<int> Wanted(CheckStage stage, IReadOnlyList<CheckedBenchmark> benchmarks, bool isWhole = false)
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
            return [.. ToEndOfConfirmation(benchmarks).Select(left => Math.Min(left, ScreenedVerdicts.FirstConfirmationReplicates))];

        var replicates = new int[benchmarks.Count];
        int[] open =
        [
            .. Enumerable
                .Range(0, benchmarks.Count)
                .Where(i =>
                    benchmarks[i].Sample is { ConfirmationReplicates: 0, Replicates.Count: >= ScreenedVerdicts.FirstScreeningReplicates }
                ),
        ];
        foreach (var (i, next) in open.Zip(ScreenedVerdicts.Plan([.. open.Select(i => benchmarks[i].Sample)])))
        {
            replicates[i] = (stage, next.Kind) switch
            {
                (CheckStage.ConfirmationOfImprovements, NextKind.Improvement) => next.Replicates,
                (CheckStage.ConfirmationOfImprovements, _) => 0,
                (_, NextKind.Suspected) => !IsConfirmation(stage) ? 0
                : isWhole ? next.Replicates
                : ScreenedVerdicts.FirstConfirmationReplicates,
                _ when IsConfirmation(stage) => benchmarks[i].AllocatesMore ? ReplicatesForAllocation : 0,
                (_, NextKind.Improvement) => ForAllocation(benchmarks[i]),
                _ => Math.Max(next.Replicates, ForAllocation(benchmarks[i])),
            };
        }

        return replicates;
    }

    private static IReadOnlyList<int> ToEndOfConfirmation(IReadOnlyList<CheckedBenchmark> benchmarks) =>
        [
            .. ScreenedVerdicts
                .LeftToConfirm([.. benchmarks.Select(benchmark => benchmark.Sample)])
                .Select((left, i) => benchmarks[i].FailsByAllocation ? 0 : left),
        ];

    private static int ForAllocation(CheckedBenchmark benchmark) =>
        benchmark is { Allocation: Verdict.Inconclusive, Sample.Replicates.Count: < ScreenedVerdicts.MaxScreeningReplicates }
            ? ReplicatesForAllocation / 2
            : 0;
}

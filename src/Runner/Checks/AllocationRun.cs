using Bench.Statistics;

namespace Bench.Runner;

/// <summary>
/// Counts what benchmarks allocate in both builds, and takes no times. A pair of processes is enough where both allocate the same, as far
/// as the slices of each repeat; what differs is counted again in processes started afterwards, and only those decide.
/// </summary>
/// <param name="pairs">Measures a benchmark in a pair of processes, the baseline's started first or not.</param>
/// <param name="budget">How long it may take.</param>
/// <param name="error">
/// How often chance may separate the sides of what does not differ: decides how many pairs are started afterwards, and there is one look
/// at them. Null where the figures themselves decide when there are enough.
/// </param>
/// <param name="time">What the budget is measured with; null for the system's clock.</param>
internal sealed class AllocationRun(
    PairMeasurer pairs,
    Action<GateProgress> report,
    TimeSpan budget,
    double? error = null,
    TimeProvider? time = null
)
{
    private const string BudgetEnded =
        "the budget ended before it was counted: raise --budget, narrow --filter, or divide the benchmarks by --shard";

    // What is allocated by chance, in one process or the next, takes more of them.
    private readonly int[] looks = error is { } most
        ? [AllocationVerdict.RunsToSeparate(most)]
        : [AllocationVerdict.RunsToBeExact, AllocationVerdict.RunsToRank];

    private readonly TimeSpent clock = TimeSpent.StartNew(time ?? TimeProvider.System);

    public TimeSpan Elapsed => clock.Elapsed;

    /// <summary>Whether the budget ended before.</summary>
    public bool IsCutShort { get; private set; }

    public void Count(IReadOnlyList<MeasuredBenchmark> benchmarks, CancellationToken cancellationToken)
    {
        var done = 0;
        foreach (var benchmark in benchmarks)
        {
            if (clock.Elapsed >= budget)
            {
                IsCutShort = true;
                benchmark.Unmeasured = BudgetEnded;
                continue;
            }

            Count(benchmark, cancellationToken);
            done++;
            var needed = clock.Elapsed / done * (benchmarks.Count - done);
            report(
                new GateProgress(
                    FormattableString.Invariant($"counting: {done} of {benchmarks.Count} benchmarks"),
                    benchmark.Id.ToString(),
                    needed < budget - clock.Elapsed ? needed : budget - clock.Elapsed
                )
            );
        }

        // The last pair may have ended, or broken, at the same moment.
        cancellationToken.ThrowIfCancellationRequested();
    }

    private void Count(MeasuredBenchmark benchmark, CancellationToken cancellationToken)
    {
        if (Pair(benchmark, baselineFirst: true, cancellationToken) is not { } pair)
            return;
        var first = new AllocationCounts(pair.BaselineCounts, pair.CandidateCounts);
        // Less is no reason for a gate to count again, and is a change to whoever searches for one.
        if (error is null ? first.Verdict is Verdict.Equivalent or Verdict.NotWorse : first.IsUnchanged)
        {
            benchmark.Allocation = first;
            return;
        }

        var fresh = new AllocationCounts([], []);
        foreach (var look in looks)
        {
            while (fresh.Baseline.Count < look)
            {
                if (Pair(benchmark, fresh.Baseline.Count % 2 == 0, cancellationToken) is not { } next)
                    return;
                fresh = new AllocationCounts(
                    [.. fresh.Baseline, next.BaselineBytes!.Value],
                    [.. fresh.Candidate, next.CandidateBytes!.Value]
                );
            }

            benchmark.Allocation = fresh;
            if (fresh.Verdict != Verdict.Inconclusive)
                return;
        }
    }

    /// <returns>What a pair of processes allocates; null where the benchmark fails, or nothing can be counted.</returns>
    private PairResult? Pair(MeasuredBenchmark benchmark, bool baselineFirst, CancellationToken cancellationToken)
    {
        var outcome = pairs(benchmark.Pairing!, baselineFirst, cancellationToken);
        if (outcome.Result is { BaselineCounts.Count: > 0, CandidateCounts.Count: > 0 } result)
            return result;
        benchmark.Allocation = null;
        if (outcome.Result is null)
            benchmark.Fail(outcome);
        else
            benchmark.Unmeasured = "its job is ColdStart: a first call allocates for the runtime as well";
        return null;
    }
}

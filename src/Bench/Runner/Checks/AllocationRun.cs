using Bench.Results;
using Bench.Statistics;

namespace Bench.Runner;

// Counts allocated bytes in both builds without timing. One process pair is enough if both allocate the same and the slices of each process
// repeat. Otherwise new processes count again, and only those decide.
/// <param name="error">
/// Probability that chance separates two equal benchmarks. It fixes the number of later pairs, and there is a single look. Null to look
/// twice, with more pairs for the second.
/// </param>
/// <param name="time">Measures the budget; null for the system's clock.</param>
internal sealed class AllocationRun(
    PairMeasurer pairs,
    Action<GateProgress> report,
    TimeSpan budget,
    double? error = null,
    TimeProvider? time = null
)
{
    private const string BudgetEnded =
        "the budget ended before it was counted. Increase --budget, narrow --filter, or divide the benchmarks with --shard";

    // The second look is for allocations that differ by chance between processes.
    private readonly int[] looks = error is { } most
        ? [AllocationVerdict.RunsToSeparate(most)]
        : [AllocationVerdict.RunsToBeExact, AllocationVerdict.RunsToRank];

    private readonly TimeSpent clock = TimeSpent.StartNew(time ?? TimeProvider.System);

    public TimeSpan Elapsed => clock.Elapsed;

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
                    FormattableString.Invariant($"counting, {done} of {benchmarks.Count} benchmarks done"),
                    benchmark.Id.ToString(),
                    needed < budget - clock.Elapsed ? needed : budget - clock.Elapsed
                )
            );
        }

        // The last pair may have ended or failed because of the cancellation.
        cancellationToken.ThrowIfCancellationRequested();
    }

    private void Count(MeasuredBenchmark benchmark, CancellationToken cancellationToken)
    {
        if (Pair(benchmark, baselineFirst: true, cancellationToken) is not { } pair)
            return;
        var first = new AllocationCounts(pair.BaselineCounts, pair.CandidateCounts);
        // A gate need not count again if the candidate allocates less, but a bisection searches for that too.
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

    // Null if the benchmark fails or its allocation cannot be counted.
    private ProcessPair? Pair(MeasuredBenchmark benchmark, bool baselineFirst, CancellationToken cancellationToken)
    {
        var outcome = pairs(benchmark.Pairing!, baselineFirst, cancellationToken);
        if (outcome.Result is { BaselineCounts.Count: > 0, CandidateCounts.Count: > 0 } result)
            return result;
        benchmark.Allocation = null;
        if (outcome.Result is null)
            benchmark.Fail(outcome);
        else
            benchmark.Unmeasured = "its job is ColdStart, and a first call also allocates for the runtime";
        return null;
    }
}

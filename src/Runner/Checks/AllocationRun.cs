using System.Diagnostics;
using Bench.Statistics;

namespace Bench.Runner;

/// <summary>
/// Counts what benchmarks allocate in both builds, and takes no times. A pair of processes is enough where both allocate the same; what
/// differs is counted again in processes started afterwards, and only those decide.
/// </summary>
/// <param name="budget">How long it may take.</param>
internal sealed class AllocationRun(PairSweep sweep, Action<GateProgress> report, TimeSpan budget)
{
    private const string BudgetEnded =
        "the budget ended before it was counted: raise --budget, narrow --filter, or divide the benchmarks by --shard";

    private readonly Stopwatch clock = Stopwatch.StartNew();

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
            report(new GateProgress("counting", done, benchmarks.Count, benchmark.Id.ToString(), needed));
        }
    }

    private void Count(MeasuredBenchmark benchmark, CancellationToken cancellationToken)
    {
        if (Pairs(benchmark, new AllocationCounts([], []), 1, cancellationToken) is not { } first)
            return;
        benchmark.Allocation = first;
        if (first.Verdict == Verdict.Equivalent)
            return;
        if (Pairs(benchmark, new AllocationCounts([], []), AllocationVerdict.RunsToBeExact, cancellationToken) is not { } fresh)
            return;
        if (fresh.Verdict is Verdict.Inconclusive or Verdict.NotWorse)
            fresh = Pairs(benchmark, fresh, AllocationVerdict.RunsToRank, cancellationToken) ?? fresh;
        benchmark.Allocation = fresh;
    }

    /// <summary>The counts of so many pairs in all; null where the benchmark fails, or says nothing of what it allocates.</summary>
    private AllocationCounts? Pairs(MeasuredBenchmark benchmark, AllocationCounts counts, int pairs, CancellationToken cancellationToken)
    {
        while (counts.Baseline.Count < pairs)
        {
            var outcome = sweep.Run([benchmark.Pairing!], counts.Baseline.Count % 2 == 0, isWanted: null, cancellationToken).Single();
            switch (outcome.Result)
            {
                case null:
                    benchmark.Allocation = null;
                    benchmark.Fail(outcome);
                    return null;
                case { BaselineBytes: { } before, CandidateBytes: { } after }:
                    counts = new AllocationCounts([.. counts.Baseline, before], [.. counts.Candidate, after]);
                    break;
                default:
                    benchmark.Unmeasured = "its job is ColdStart: a first call allocates for the runtime as well";
                    return null;
            }
        }

        return counts;
    }
}

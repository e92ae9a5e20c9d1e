using Bench.Processes;
using Bench.Statistics;

namespace Bench.Runner;

/// <summary>
/// Measures replicates: one process pair of each benchmark after the other, started with the baseline first and then with the candidate.
/// </summary>
/// <param name="budget">How long all of it may take; null for as long as it takes.</param>
/// <param name="time">What the budget is measured with; null for the system's clock.</param>
internal sealed class ReplicateSweeps(PairSweep sweep, Action<GateProgress> report, TimeSpan? budget = null, TimeProvider? time = null)
{
    /// <summary>The longest time for a stage that cannot change the exit code.</summary>
    private static readonly TimeSpan LongestOptional = TimeSpan.FromSeconds(30);

    private readonly TimeSpent clock = TimeSpent.StartNew(time ?? TimeProvider.System);
    private readonly ProcessorTime? start = ProcessorTime.Read();
    private int pairsDone;
    private int pairsMeasured;
    private TimeSpan timeMeasured;
    private bool isOptional;
    private TimeSpan optionalUntil;

    public TimeSpan Elapsed => clock.Elapsed;

    /// <summary>The share of all processors that others took so far, 0 to 1; null where the system does not say.</summary>
    public double? ShareOfOthers => pairsDone > 0 ? ProcessorTime.ShareOfOthersFrom(start) : null;

    /// <summary>Whether the budget ended before all was measured that is needed.</summary>
    public bool IsCutShort { get; private set; }

    /// <summary>Measures so many replicates of each benchmark, as long as it is open and the budget lasts.</summary>
    /// <param name="most">The most replicates that a benchmark has in the end.</param>
    /// <param name="afterFirst">Called after each pair of the first sweep: what it gives up is left out.</param>
    /// <param name="isOptional">Whether nothing is missing where the budget ends before.</param>
    public void Measure(
        string stage,
        IReadOnlyDictionary<MeasuredBenchmark, int> replicates,
        bool isConfirmation,
        int most,
        CancellationToken cancellationToken,
        Action? afterFirst = null,
        bool isOptional = false
    )
    {
        this.isOptional = isOptional;
        optionalUntil = clock.Elapsed + LongestOptional;
        var sweeps = replicates.Values.DefaultIfEmpty().Max() * CheckPlan.PairsPerReplicate;
        for (var number = 0; number < sweeps; number++)
        {
            var open = replicates.Where(benchmark => benchmark.Key.IsOpen).ToArray();
            MeasuredBenchmark[] plan =
            [
                .. open.Where(benchmark => number < benchmark.Value * CheckPlan.PairsPerReplicate).Select(benchmark => benchmark.Key),
            ];
            Sweep(stage, plan, most, number % 2 == 0, isConfirmation, number == 0 ? afterFirst : null, cancellationToken);
        }

        // The last pair may have ended, or broken, at the same moment.
        cancellationToken.ThrowIfCancellationRequested();
    }

    /// <summary>One process pair for each benchmark, as long as the budget lasts.</summary>
    private void Sweep(
        string stage,
        MeasuredBenchmark[] plan,
        int most,
        bool baselineFirst,
        bool isConfirmation,
        Action? after,
        CancellationToken cancellationToken
    )
    {
        var benchmarks = plan.ToDictionary(benchmark => benchmark.Pairing!);
        // The plan may shrink on the way.
        foreach (
            var outcome in sweep.Run(
                plan.Select(benchmark => benchmark.Pairing!),
                baselineFirst,
                pairing => benchmarks[pairing].IsOpen && IsLeft(benchmarks[pairing]),
                // What is given up is the end of the plan.
                inOrder: after is not null,
                cancellationToken
            )
        )
        {
            var benchmark = benchmarks[outcome.Pairing];
            benchmark.Add(outcome, isConfirmation);
            pairsDone++;
            // One that hung says nothing of how long the next one takes.
            if (outcome.Result is not null)
            {
                pairsMeasured++;
                timeMeasured += outcome.Time;
            }

            after?.Invoke();
            report(
                new GateProgress(
                    FormattableString.Invariant($"{stage}, replicate {Math.Min(most, benchmark.Begun)} of at most {most}"),
                    benchmark.Id.ToString(),
                    AtMost(plan, most)
                )
            );
        }
    }

    // If each of them took as many replicates as it may.
    private TimeSpan AtMost(MeasuredBenchmark[] plan, int most)
    {
        var replicates = plan.Where(benchmark => benchmark.IsOpen).Sum(benchmark => Math.Max(0, most - benchmark.Replicates.Count));
        var needed = clock.Elapsed / pairsDone * CheckPlan.PairsPerReplicate * replicates;
        return budget - clock.Elapsed is { } left && left < needed ? left : needed;
    }

    // Whether there is time for one pair more of a benchmark: as long as its longest, or as those of others so far.
    private bool IsLeft(MeasuredBenchmark benchmark)
    {
        var expected =
            benchmark.LongestPair > TimeSpan.Zero ? benchmark.LongestPair
            : pairsMeasured > 0 ? timeMeasured / pairsMeasured
            : TimeSpan.Zero;
        if (isOptional && clock.Elapsed + expected >= optionalUntil)
            return false;
        var isLeft = budget is not { } all || clock.Elapsed + expected < all;
        IsCutShort |= !isLeft && !isOptional;
        return isLeft;
    }
}

using Bench.Processes;
using Bench.Statistics;

namespace Bench.Runner;

// Measures replicates. A sweep takes one process pair of each benchmark; sweeps start the baseline and the candidate first in turn.
/// <param name="random">Chooses the order of the benchmarks.</param>
/// <param name="budget">For all sweeps together; null for no limit.</param>
/// <param name="usualPairs">The usual number of pairs of all stages, for the remaining time.</param>
/// <param name="time">Measures the budget; null for the system's clock.</param>
internal sealed class ReplicateSweeps(
    PairMeasurer measure,
    Random random,
    Action<GateProgress> report,
    TimeSpan? budget = null,
    double usualPairs = 0,
    TimeProvider? time = null
)
{
    // Limit of a stage that cannot change the exit code.
    private static readonly TimeSpan LongestOptional = TimeSpan.FromSeconds(30);

    private readonly TimeSpent clock = TimeSpent.StartNew(time ?? TimeProvider.System);
    private readonly ProcessorTime? start = ProcessorTime.Read();
    private Dictionary<MeasuredBenchmark, int> most = [];
    private int pairsDone;
    private int pairsOfStages;
    private int pairsMeasured;
    private TimeSpan timeMeasured;
    private bool isOptional;
    private TimeSpan optionalUntil;

    public TimeSpan Elapsed => clock.Elapsed;

    // 0 to 1; null if the system does not count it.
    public double? ShareOfOthers => pairsDone > 0 ? ProcessorTime.ShareOfOthersFrom(start) : null;

    // The budget ended before everything necessary was measured.
    public bool IsCutShort { get; private set; }

    /// <param name="replicates">Replicates to add per benchmark, unless it is decided or the budget ends first.</param>
    /// <param name="planned">The most that a benchmark gets in this and later stages, if its figures stay as they are.</param>
    /// <param name="afterFirst">Called after each pair of the first sweep. It may give up benchmarks.</param>
    /// <param name="isOptional">If true, the check is complete even if the budget ends during this stage.</param>
    public void Measure(
        string stage,
        IReadOnlyDictionary<MeasuredBenchmark, int> replicates,
        bool isConfirmation,
        CancellationToken cancellationToken,
        IReadOnlyDictionary<MeasuredBenchmark, int>? planned = null,
        Action? afterFirst = null,
        bool isOptional = false
    )
    {
        this.isOptional = isOptional;
        most = (planned ?? replicates).ToDictionary(benchmark => benchmark.Key, benchmark => benchmark.Key.Begun + benchmark.Value);
        pairsOfStages = pairsDone + ((planned ?? replicates).Values.Sum() * CheckPlan.PairsPerReplicate);
        optionalUntil = clock.Elapsed + LongestOptional;
        var sweeps = replicates.Values.DefaultIfEmpty().Max() * CheckPlan.PairsPerReplicate;
        for (var number = 0; number < sweeps; number++)
        {
            var open = replicates.Where(benchmark => benchmark.Key.IsOpen).ToArray();
            MeasuredBenchmark[] plan =
            [
                .. open.Where(benchmark => number < benchmark.Value * CheckPlan.PairsPerReplicate).Select(benchmark => benchmark.Key),
            ];
            Sweep(stage, plan, number % 2 == 0, isConfirmation, number == 0 ? afterFirst : null, cancellationToken);
        }

        // The last pair may have ended or failed because of the cancellation.
        cancellationToken.ThrowIfCancellationRequested();
    }

    private void Sweep(
        string stage,
        MeasuredBenchmark[] plan,
        bool baselineFirst,
        bool isConfirmation,
        Action? after,
        CancellationToken cancellationToken
    )
    {
        // afterFirst gives up the end of the plan, so the order must stay.
        foreach (var benchmark in after is null ? plan.OrderBy(_ => random.Next()) : plan.AsEnumerable())
        {
            if (!benchmark.IsOpen || !IsLeft(benchmark))
                continue;
            var outcome = measure(benchmark.Pairing!, baselineFirst, cancellationToken);
            benchmark.Add(outcome, isConfirmation);
            pairsDone++;
            // The time of a benchmark that hung does not predict that of the next.
            if (outcome.Result is not null)
            {
                pairsMeasured++;
                timeMeasured += outcome.Time;
            }

            after?.Invoke();
            var number = FormattableString.Invariant($"{stage}, replicate {benchmark.Begun}{AtMost(benchmark)}");
            report(new GateProgress(number, benchmark.Id.ToString(), Left()));
        }
    }

    private string AtMost(MeasuredBenchmark benchmark) =>
        most.TryGetValue(benchmark, out var all) && all > benchmark.Begun ? FormattableString.Invariant($" of at most {all}") : "";

    // Later stages may need more pairs than usual, or none.
    private TimeSpan Left()
    {
        var needed = clock.Elapsed / pairsDone * Math.Max(0, Math.Max(pairsOfStages, usualPairs) - pairsDone);
        return budget - clock.Elapsed is { } left && left < needed ? left : needed;
    }

    // The next pair is expected to take as long as the benchmark's longest, or as the average pair so far.
    private bool IsLeft(MeasuredBenchmark benchmark)
    {
        var expected =
            benchmark.LongestPair > TimeSpan.Zero ? benchmark.LongestPair
            : pairsMeasured > 0 ? timeMeasured / pairsMeasured
            : TimeSpan.Zero;
        if (isOptional && clock.Elapsed + expected >= optionalUntil)
            return false;
        if (benchmark.IsCanary)
            return HasRoomForCanary(benchmark) && (budget is null || clock.Elapsed + expected < budget);
        var isLeft = budget is not { } all || clock.Elapsed + expected < all;
        IsCutShort |= !isLeft && !isOptional;
        return isLeft;
    }

    // A single pair of a replicate would be of no use.
    private static bool HasRoomForCanary(MeasuredBenchmark canary) =>
        canary.Spent + ((canary.Begun > canary.Replicates.Count ? 1 : CheckPlan.PairsPerReplicate) * canary.LongestPair)
        <= CanaryRule.MaxTime;
}

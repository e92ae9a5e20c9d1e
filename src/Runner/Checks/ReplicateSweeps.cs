using System.Diagnostics;
using Bench.Statistics;

namespace Bench.Runner;

/// <summary>Measures replicates: one process pair of each benchmark after the other, started with the baseline first and then with the candidate.</summary>
/// <param name="budget">How long all of it may take; null for as long as it takes.</param>
internal sealed class ReplicateSweeps(TandemSweep sweep, Action<GateProgress> report, TimeSpan? budget = null)
{
    private readonly Stopwatch clock = Stopwatch.StartNew();
    private int pairsDone;

    public TimeSpan Elapsed => clock.Elapsed;

    /// <summary>Whether the budget ended before all was measured that was asked for.</summary>
    public bool IsCutShort { get; private set; }

    /// <summary>Measures so many replicates of each benchmark, as long as it is open and the budget lasts.</summary>
    /// <param name="afterFirst">Told after each pair of the first sweep how many there were: what it gives up is left out.</param>
    public void Measure(string stage, IReadOnlyDictionary<MeasuredRow, int> replicates, bool isConfirmation, CancellationToken cancellation, Action<int>? afterFirst = null)
    {
        var sweeps = replicates.Values.DefaultIfEmpty().Max() * CheckPlan.PairsPerReplicate;
        for (var number = 0; number < sweeps; number++)
        {
            var open = replicates.Where(row => row.Key.IsOpen).ToArray();
            var total = open.Sum(row => row.Value) * CheckPlan.PairsPerReplicate;
            var before = open.Sum(row => Math.Min(number, row.Value * CheckPlan.PairsPerReplicate));
            MeasuredRow[] plan = [.. open.Where(row => number < row.Value * CheckPlan.PairsPerReplicate).Select(row => row.Key)];
            if (!Sweep(stage, plan, before, total, number % 2 == 0, isConfirmation, number == 0 ? afterFirst : null, cancellation))
                return;
        }
    }

    /// <summary>One process pair for each benchmark; false where the budget ended before.</summary>
    private bool Sweep(string stage, MeasuredRow[] plan, int before, int total, bool baselineFirst, bool isConfirmation, Action<int>? after, CancellationToken cancellation)
    {
        var rows = plan.ToDictionary(row => row.Pairing!);
        if (plan.Length > 0 && !IsLeft(TimeSpan.Zero))
            return false;

        var done = 0;
        // The plan may shrink on the way.
        foreach (var outcome in sweep.Run(plan.Select(row => row.Pairing!), baselineFirst, pairing => rows[pairing].IsOpen, cancellation))
        {
            var row = rows[outcome.Pairing];
            row.Add(outcome, isConfirmation);
            pairsDone++;
            done++;
            after?.Invoke(done);
            var needed = clock.Elapsed / pairsDone * Math.Max(0, total - before - done);
            report(new GateProgress(stage, before + done, total, row.Id.ToString(), budget - clock.Elapsed is { } left && left < needed ? left : needed));
            if (!IsLeft(outcome.Time))
                return false;
        }

        return true;
    }

    private bool IsLeft(TimeSpan time)
    {
        var isLeft = budget is not { } all || clock.Elapsed + time < all;
        IsCutShort |= !isLeft;
        return isLeft;
    }
}

namespace Bench.Load;

// A round in which each variant is alone, for variants that share what cannot be shared while measuring: a database, or all cores.
internal sealed class LoneRound(LoadMatrix matrix, ArmLoad load, double pace)
{
    // The counter of allocated bytes jumps sometimes. The median of three openings is not affected.
    private const int Openings = 3;

    // Both generators accept whole seconds only.
    private readonly TimeSpan duration = TimeSpan.FromSeconds(Math.Ceiling(matrix.DurationSeconds));

    // Excludes the start of servers and generators.
    public static TimeSpan Time(LoadMatrix matrix) =>
        TimeSpan.FromSeconds(matrix.Arms.Count * (matrix.WarmUpSeconds + (2 * matrix.DurationSeconds)));

    public IReadOnlyDictionary<LoadArm, ArmRound> Measure(
        IReadOnlyList<LoadArm> order,
        Func<LoadArm, ArmServer> start,
        Action<LoadArm> report,
        CancellationToken cancellationToken
    )
    {
        var measured = new Dictionary<LoadArm, ArmRound>();
        foreach (var arm in order)
        {
            report(arm);
            using var server = start(arm);
            measured.Add(arm, Measure(server, cancellationToken));
        }

        return measured;
    }

    private ArmRound Measure(ArmServer arm, CancellationToken cancellationToken)
    {
        // Warm-up and pace go first, because the threads and the heap of full speed would stay.
        var warmUp = load.WarmUp([arm], pace, cancellationToken);
        var opening = OpeningTotals.Of([.. Enumerable.Range(0, Openings).Select(_ => load.Opening(arm, pace, cancellationToken))]);
        var from = arm.Counters.Now;
        var slice = load.Paced(arm, duration, pace, cancellationToken).WithoutOpening(1, opening, matrix.Connections);
        // Excludes the time in which h2load ends and its log is read.
        var figures = arm.Counters.Readings.Between(from, from + duration).With(slice.Totals, duration);
        var (loopFrom, loop) = (arm.Counters.Now, load.FullSpeed(arm, duration, cancellationToken));
        var round = new ArmRound(
            loop.Throughput,
            slice.Times.Percentiles(),
            duration.TotalSeconds,
            figures,
            slice.ProcessorMicroseconds,
            warmUp.TotalSeconds,
            WhyNoPercentiles: load.WhyNoPercentiles(pace, duration),
            Pace: pace,
            OpeningBytes: opening?.Bytes,
            Mix: MixRound.Of([loop], [slice], isInterleaved: false),
            FullSpeedPool: arm.Counters.Readings.PoolBetween(loopFrom, loopFrom + duration)
        );
        load.EnsureBody(arm, cancellationToken);
        return round;
    }
}

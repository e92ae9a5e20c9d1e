namespace Bench.Load;

// A round in which each variant is alone, for variants that share what cannot be shared while measuring: a database, or all cores.
internal sealed class LoneRound(LoadMatrix matrix, VariantLoad load, double pace)
{
    // The counter of allocated bytes jumps sometimes. The median of three openings is not affected.
    private const int Openings = 3;

    // Both generators accept whole seconds only.
    private readonly TimeSpan duration = TimeSpan.FromSeconds(Math.Ceiling(matrix.DurationSeconds));

    // Excludes the start of servers and generators.
    public static TimeSpan Time(LoadMatrix matrix) =>
        TimeSpan.FromSeconds(matrix.Variants.Count * (matrix.WarmUpSeconds + (2 * matrix.DurationSeconds)));

    public IReadOnlyDictionary<LoadVariant, VariantRound> Measure(
        IReadOnlyList<LoadVariant> order,
        Func<LoadVariant, VariantServer> start,
        Action<LoadVariant> report,
        CancellationToken cancellationToken
    )
    {
        var measured = new Dictionary<LoadVariant, VariantRound>();
        foreach (var variant in order)
        {
            report(variant);
            using var server = start(variant);
            measured.Add(variant, Measure(server, cancellationToken));
        }

        return measured;
    }

    private VariantRound Measure(VariantServer variant, CancellationToken cancellationToken)
    {
        // Warm-up and pace go first, because the threads and the heap of full speed would stay.
        var warmUp = load.WarmUp([variant], pace, cancellationToken);
        var opening = OpeningTotals.Of([.. Enumerable.Range(0, Openings).Select(_ => load.Opening(variant, pace, cancellationToken))]);
        var from = variant.Counters.Now;
        var slice = load.Paced(variant, duration, pace, cancellationToken).WithoutOpening(1, opening, matrix.Connections);
        // Excludes the time in which h2load ends and its log is read.
        var figures = variant.Counters.Readings.Between(from, from + duration).With(slice.Totals, duration);
        var (loopFrom, loop) = (variant.Counters.Now, load.FullSpeed(variant, duration, cancellationToken));
        var round = new VariantRound(
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
            FullSpeedPool: variant.Counters.Readings.PoolBetween(loopFrom, loopFrom + duration)
        );
        load.EnsureBody(variant, cancellationToken);
        return round;
    }
}

using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Load;

/// <summary>A measure that compares variants. Lower is better.</summary>
/// <param name="Id">Name in files.</param>
/// <param name="Name">Name in tables.</param>
/// <param name="MarginFactor">
/// Its margin relative to that of throughput. Percentiles differ more between processes, and allocation less.
/// </param>
/// <param name="Of">The figure of a round: a time in ns, memory in bytes, or else a count; null if the round has none.</param>
internal sealed record LoadMeasure(string Id, string Name, double MarginFactor, Func<LoadMatrix, VariantRound, double?> Of)
{
    /// <summary>True if it is comparable only if both variants have the same load.</summary>
    public bool IsLatency { get; private init; }

    // Natural logarithm of the ratio of two variants in a round, from its slices. Null if only figures of the whole round are meaningful:
    // for rare events, for allocation (which repeats), and with too few slices.
    public Func<VariantRound, VariantRound, double?> LogRatio { get; private init; } = (_, _) => null;

    /// <summary>Irrelevant for a count.</summary>
    public FigureUnit Unit { get; private init; }

    // A regression can be accepted as one of time or of allocation.
    public Metric AcceptedBy => Unit == FigureUnit.Bytes ? Metric.Allocation : Metric.Time;

    /// <summary>Smaller differences do not count, in the unit of the figure; null for the noise floor of the settings.</summary>
    public double? NoiseFloor { get; private init; }

    private const double LargestMargin = 9.99;

    public Margin MarginOf(Margin margin) => new(Math.Min(margin.Relative * MarginFactor, LargestMargin), NoiseFloor ?? margin.NoiseFloor);

    private const double NanosecondsOfMicrosecond = 1e3;
    private const double NanosecondsOfMillisecond = 1e6;
    private const double NanosecondsOfSecond = 1e9;
    private const double Million = 1e6;
    private const double LeastBytes = 1;

    /// <summary>Time of a good answer at full speed by Little's law: connections / throughput.</summary>
    public static LoadMeasure FullSpeed { get; } =
        new("FullSpeed", "time at full speed", 1, (matrix, round) =>
            round.Peak.GoodRequestsPerSecond is > 0 and var good ? NanosecondsOfSecond * matrix.Connections / good : null
        )
        {
            LogRatio = SliceRatio.FullSpeed,
        };

    public static LoadMeasure Median { get; } =
        new("P50", "p50", 2, (_, round) => round.Percentiles?.P50 * NanosecondsOfMillisecond)
        {
            IsLatency = true,
            LogRatio = SliceRatio.P50,
        };

    public static LoadMeasure Percentile99 { get; } =
        new("P99", "p99", 4, (_, round) => round.Percentiles?.P99 * NanosecondsOfMillisecond) { IsLatency = true };

    /// <summary>CPU time of the server per request.</summary>
    public static LoadMeasure Processor { get; } =
        new("Processor", "CPU time per request", 1, (_, round) => round.ProcessorMicroseconds * NanosecondsOfMicrosecond)
        {
            LogRatio = SliceRatio.Processor,
        };

    // Bytes that the server allocates per request, at least 1: a ratio to 0 is undefined, and its round would be dropped. Reading the
    // counters allocates 33 KB/s, which adds 1 to 3 bytes to a request that takes no time.
    public static LoadMeasure Allocated { get; } =
        new("Allocated", "allocated per request", 0.4, (_, round) => round.AllocatedBytes is { } bytes ? Math.Max(LeastBytes, bytes) : null)
        {
            NoiseFloor = 16,
            Unit = FigureUnit.Bytes,
        };

    /// <summary>Largest working set at the pace. It has too few readings to be judged.</summary>
    public static LoadMeasure WorkingSet { get; } =
        new("WorkingSet", "working set", 1, (_, round) => round.Counters.WorkingSetBytes) { Unit = FigureUnit.Bytes };

    /// <summary>Longest response time at the pace. It is that of one request, so more rounds do not make it decisive.</summary>
    public static LoadMeasure Longest { get; } =
        new("Max", "max", 1, (_, round) => round.Percentiles?.Longest * NanosecondsOfMillisecond) { IsLatency = true };

    /// <summary>Collections of any generation per million requests. They are few per round, and CPU time includes their cost.</summary>
    public static LoadMeasure Collections { get; } =
        new("Collections", "collections per million", 1, (_, round) =>
            round.Paced is { Requests: > 0 and var requests }
                ? round.Counters.CollectionsPerSecond * round.PacedSeconds / requests * Million
                : null
        );

    /// <summary>Shown with their ratio, but not judged.</summary>
    public static IReadOnlyList<LoadMeasure> Shown { get; } = [Longest, Collections];

    /// <summary>Judged, and measured at the common pace.</summary>
    public static IReadOnlyList<LoadMeasure> AtThePace { get; } = [Median, Percentile99, Processor, Allocated];

    public static IReadOnlyList<LoadMeasure> ComparedAtThePace { get; } = [.. AtThePace, .. Shown];

    /// <summary>All that are judged.</summary>
    public static IReadOnlyList<LoadMeasure> All { get; } = [FullSpeed, .. AtThePace];
}

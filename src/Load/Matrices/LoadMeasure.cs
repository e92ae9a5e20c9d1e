using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Load;

/// <summary>What arms are compared by: less is better.</summary>
/// <param name="Id">Its name in files.</param>
/// <param name="Name">Its name in tables.</param>
/// <param name="MarginFactor">Its margin, in margins of throughput: percentiles differ more between processes, and allocation less.</param>
/// <param name="Of">The figure of a round: of times in ns, of memory in bytes, else a count; null where it has none.</param>
internal sealed record LoadMeasure(string Id, string Name, double MarginFactor, Func<LoadMatrix, ArmRound, double?> Of)
{
    /// <summary>Whether it says something only where both arms have the same load.</summary>
    public bool IsLatency { get; private init; }

    /// <summary>
    /// The natural logarithm of the ratio of two arms in a round, by its slices; null where only the figures of the whole round say
    /// something: of what is rare, of allocation, which repeats, and where there are too few slices.
    /// </summary>
    public Func<ArmRound, ArmRound, double?> LogRatio { get; private init; } = (_, _) => null;

    /// <summary>What its figure is in; of a count it says nothing.</summary>
    public FigureUnit Unit { get; private init; }

    /// <summary>What an accepted regression of it is of.</summary>
    public Comparison.Metric AcceptedBy => Unit == FigureUnit.Bytes ? Comparison.Metric.Allocation : Comparison.Metric.Time;

    /// <summary>Less is no change, in the unit of its figure; null for the noise floor of the settings.</summary>
    public double? NoiseFloor { get; private init; }

    private const double LargestMargin = 9.99;

    /// <summary>Its margin, by that of throughput.</summary>
    public Margin MarginOf(Margin margin) => new(Scaled(margin.Relative), NoiseFloor ?? margin.NoiseFloorNanoseconds);

    /// <summary>What a rule says of it: its margin in proportion, and no nanoseconds of what is in bytes.</summary>
    public BenchmarkRule RuleOf(BenchmarkRule rule) =>
        rule with
        {
            Relative = rule.Relative is { } relative ? Scaled(relative) : null,
            NoiseFloorNanoseconds = NoiseFloor ?? rule.NoiseFloorNanoseconds,
        };

    private double Scaled(double relative) => Math.Min(relative * MarginFactor, LargestMargin);

    private const double NanosecondsOfMicrosecond = 1e3;
    private const double NanosecondsOfMillisecond = 1e6;
    private const double NanosecondsOfSecond = 1e9;
    private const double Million = 1e6;
    private const double LeastBytes = 1;

    /// <summary>The time of a good answer at full speed, by Little's law: connections / throughput.</summary>
    public static LoadMeasure FullSpeed { get; } =
        new(
            "FullSpeed",
            "time at full speed",
            1,
            (matrix, round) =>
                round.Peak.GoodQueriesPerSecond is > 0 and var good
                    ? NanosecondsOfSecond * matrix.Connections / good
                    : null
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

    /// <summary>Processor time of the server a request.</summary>
    public static LoadMeasure Processor { get; } =
        new("Processor", "processor a request", 1, (_, round) => round.ProcessorMicroseconds * NanosecondsOfMicrosecond)
        {
            LogRatio = SliceRatio.Processor,
        };

    /// <summary>
    /// Bytes that the server allocates a request, 1 at least: nothing has no ratio, and would leave its round out. Reading its counters
    /// takes 33 KB a second: 1 to 3 bytes of a request that takes no time.
    /// </summary>
    public static LoadMeasure Allocated { get; } =
        new(
            "Allocated",
            "allocated a request",
            0.4,
            (_, round) => round.AllocatedBytes is { } bytes ? Math.Max(LeastBytes, bytes) : null
        )
        {
            NoiseFloor = 16,
            Unit = FigureUnit.Bytes,
        };

    /// <summary>The largest working set that was seen at the pace: of so few readings that no check is judged by it.</summary>
    public static LoadMeasure WorkingSet { get; } =
        new("WorkingSet", "working set", 1, (_, round) => round.Counters.WorkingSetBytes) { Unit = FigureUnit.Bytes };

    /// <summary>The longest response time at the pace: of one request, so that no number of rounds decides about it.</summary>
    public static LoadMeasure Longest { get; } =
        new("Max", "max", 1, (_, round) => round.Percentiles?.Longest * NanosecondsOfMillisecond) { IsLatency = true };

    /// <summary>Collections of any generation, of a million requests: a few a round, and what they cost is processor time.</summary>
    public static LoadMeasure Collections { get; } =
        new(
            "Collections",
            "collections of a million",
            1,
            (_, round) =>
                round.Paced is { Requests: > 0 and var requests }
                    ? round.Counters.CollectionsPerSecond * round.PacedSeconds / requests * Million
                    : null
        );

    /// <summary>Those that are shown with their ratio, and not judged.</summary>
    public static IReadOnlyList<LoadMeasure> Shown { get; } = [Longest, Collections];

    /// <summary>Those that are judged and taken at the common pace.</summary>
    public static IReadOnlyList<LoadMeasure> AtThePace { get; } = [Median, Percentile99, Processor, Allocated];

    /// <summary>The columns of a page: what is judged at the pace, and then what is shown.</summary>
    public static IReadOnlyList<LoadMeasure> ComparedAtThePace { get; } = [.. AtThePace, .. Shown];

    /// <summary>Those that are judged.</summary>
    public static IReadOnlyList<LoadMeasure> All { get; } = [FullSpeed, .. AtThePace];
}

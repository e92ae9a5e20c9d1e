namespace Bench.Load;

/// <summary>What arms are compared by: less is better.</summary>
/// <param name="Id">Its name in files.</param>
/// <param name="Name">Its name in tables.</param>
/// <param name="MarginFactor">Its margin, in margins of throughput: percentiles differ more between processes, and allocation less.</param>
/// <param name="Of">The figure of a round: of times in ns, else of bytes; null where it has none.</param>
internal sealed record LoadMeasure(string Id, string Name, double MarginFactor, Func<LoadMatrix, ArmRound, double?> Of)
{
    /// <summary>Whether it says something only where both arms have the same load.</summary>
    public bool IsLatency { get; private init; }

    private const double NanosecondsOfMicrosecond = 1e3;
    private const double NanosecondsOfMillisecond = 1e6;
    private const double NanosecondsOfSecond = 1e9;

    /// <summary>The time of a good answer at full speed, by Little's law: connections / throughput.</summary>
    public static LoadMeasure FullSpeed { get; } =
        new(
            "FullSpeed",
            "time at full speed",
            1,
            (matrix, round) =>
                round.Peak.QueriesPerSecond * round.Peak.Success is > 0 and var good
                    ? NanosecondsOfSecond * matrix.Connections / good
                    : null
        );

    public static LoadMeasure Median { get; } =
        new("P50", "p50", 2, (_, round) => round.Percentiles?.P50 * NanosecondsOfMillisecond) { IsLatency = true };

    public static LoadMeasure Percentile99 { get; } =
        new("P99", "p99", 4, (_, round) => round.Percentiles?.P99 * NanosecondsOfMillisecond) { IsLatency = true };

    /// <summary>Processor time of the server a request.</summary>
    public static LoadMeasure Processor { get; } =
        new("Processor", "processor a request", 1, (_, round) => round.ProcessorMicroseconds * NanosecondsOfMicrosecond);

    /// <summary>Bytes that the server allocates a request.</summary>
    public static LoadMeasure Allocated { get; } = new("Allocated", "allocated a request", 0.4, (_, round) => round.AllocatedBytes);

    /// <summary>Those that are taken at the common pace.</summary>
    public static IReadOnlyList<LoadMeasure> AtThePace { get; } = [Median, Percentile99, Processor, Allocated];

    public static IReadOnlyList<LoadMeasure> All { get; } = [FullSpeed, .. AtThePace];
}

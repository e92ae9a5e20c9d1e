using Bench.Host;
using MathNet.Numerics.Statistics;

namespace Bench.Load;

/// <summary>What came of a time of load at the common pace.</summary>
/// <param name="Processor">Processor time of the server, as the system accounts for it.</param>
/// <param name="Totals">What its runtime counted from the begin of the load to its end; null where it does not tell.</param>
internal sealed record PacedLoad(RequestTimes Times, TimeSpan Processor, RuntimeTotals? Totals)
{
    /// <summary>In which the system accounts for a process's time, and so do runtimes before .NET 9.</summary>
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(10);

    /// <summary>A heap has had more than a second's bytes by the time that it is given back: a process is warmed up for longer.</summary>
    private const double LeapFactor = 2;

    /// <summary>In bytes: less may be anything.</summary>
    private const double LeastLeap = 1 << 20;

    /// <summary>So many ticks are a figure within 5 %.</summary>
    private const int TicksOfFigure = 20;

    /// <summary>The times of each request of a mix; empty where it is none.</summary>
    public IReadOnlyList<RequestTimes> OfRequests { get; init; } = [];

    /// <summary>Processor time of the server a request; null where nothing was answered.</summary>
    public double? ProcessorMicroseconds =>
        Times.Requests is > 0 and var requests ? (Totals?.Processor ?? Processor).TotalMicroseconds / requests : null;

    /// <summary>Whether its processor time is a few ticks of the system's clock: that of several slices together says more.</summary>
    public bool IsProcessorCoarse =>
        (Totals?.Processor ?? Processor) is var time && time < TicksOfFigure * Tick && time.Ticks % Tick.Ticks == 0;

    /// <summary>By the runtime's totals, or by the system alone.</summary>
    /// <param name="isExact">Whether the totals are taken: those of all arms, or of none.</param>
    public PacedLoad Counted(bool isExact) => isExact ? this : this with { Totals = null };

    /// <summary>
    /// Processor time of the server a request, of each slice, µs; of none where one of them is a few ticks, for those with some more are no
    /// better.
    /// </summary>
    /// <param name="slices">Null where others were loaded.</param>
    /// <param name="isExact">As of <see cref="Counted"/>.</param>
    /// <param name="opening">Of one opening of the connections; null where it is not known.</param>
    public static IReadOnlyList<double?> ProcessorOf(
        IReadOnlyList<PacedLoad?> slices,
        bool isExact,
        OpeningTotals? opening,
        int connections
    )
    {
        PacedLoad?[] counted = [.. slices.Select(slice => slice?.Counted(isExact))];
        var isCoarse = counted.Any(slice => slice is { IsProcessorCoarse: true, Times.Requests: > 0 });
        return [.. counted.Select(slice => isCoarse ? null : slice?.WithoutOpening(1, opening, connections).ProcessorMicroseconds)];
    }

    /// <summary>
    /// Without the bytes and the processor time that the opening of connections takes, which a server in use pays once a connection.
    /// </summary>
    /// <param name="slices">How often the connections were opened.</param>
    /// <param name="opening">Of one opening, in which each connection sent a request; null where it is not known.</param>
    public PacedLoad WithoutOpening(int slices, OpeningTotals? opening, int connections)
    {
        var requests = Times.Requests - ((double)slices * connections);
        if (Totals is not { } totals || opening is not { } each || requests <= 0)
            return this;
        var share = Times.Requests / requests;
        return this with
        {
            Totals = totals with
            {
                // Below 0 the counter has leapt, which is no figure.
                AllocatedBytes =
                    totals.AllocatedBytes < 0
                        ? totals.AllocatedBytes
                        : (long)Math.Round(share * Math.Max(0, totals.AllocatedBytes - (slices * each.Bytes))),
                Processor = share * Larger(TimeSpan.Zero, totals.Processor - (slices * each.Processor)),
            },
        };

        static TimeSpan Larger(TimeSpan one, TimeSpan other) => one > other ? one : other;
    }

    /// <summary>
    /// Slices in which the counter of bytes leaps, with the bytes that a request takes in the others: it counts the heaps in use, each with
    /// all that was ever allocated from it, and Server GC gives heaps back and takes them again (dotnet/runtime#131069). It does so in a
    /// collection, and without more of them than ever, which real bytes would need.
    /// </summary>
    /// <returns>The slices, and in how many it leaps; as they are where one has no totals, or half of them would be leaps.</returns>
    public static (IReadOnlyList<PacedLoad> Slices, int Leaps) WithoutLeaps(IReadOnlyList<PacedLoad> slices)
    {
        double[] bytes = [.. slices.Where(slice => slice is { Totals: not null, Times.Requests: > 0 }).Select(BytesOf)];
        if (bytes.Length == 0 || bytes.Length < slices.Count)
            return (slices, 0);
        var usual = bytes.Median();
        var mostCollections = slices.Where(slice => !IsFarOff(slice)).Select(CollectionsOf).DefaultIfEmpty(0).Max();
        var leaps = slices.Count(IsLeap);
        return 2 * leaps < slices.Count ? ([.. slices.Select(slice => IsLeap(slice) ? Usual(slice) : slice)], leaps) : (slices, 0);

        bool IsFarOff(PacedLoad slice) =>
            (BytesOf(slice) < 0 || BytesOf(slice) > LeapFactor * usual)
            && Math.Abs(BytesOf(slice) - usual) * slice.Times.Requests > LeastLeap;

        bool IsLeap(PacedLoad slice) =>
            IsFarOff(slice) && (BytesOf(slice) < 0 || (CollectionsOf(slice) > 0 && CollectionsOf(slice) <= mostCollections));

        PacedLoad Usual(PacedLoad slice) =>
            slice with
            {
                Totals = slice.Totals!.Value with { AllocatedBytes = (long)Math.Round(usual * slice.Times.Requests) },
            };

        static long CollectionsOf(PacedLoad slice) => slice.Totals!.Value.Collections;

        static double BytesOf(PacedLoad slice) => (double)slice.Totals!.Value.AllocatedBytes / slice.Times.Requests;
    }

    /// <summary>Several slices as one: a slice without totals leaves the whole without.</summary>
    public static PacedLoad Join(IReadOnlyCollection<PacedLoad> slices) =>
        new(
            RequestTimes.Join([.. slices.Select(slice => slice.Times)]),
            slices.Aggregate(TimeSpan.Zero, (sum, slice) => sum + slice.Processor),
            slices.Aggregate((RuntimeTotals?)default(RuntimeTotals), (sum, slice) => sum + slice.Totals)
        );
}

/// <summary>What a server takes for the opening of all connections, each with a request: the median of several.</summary>
/// <param name="Bytes">That it allocates.</param>
internal readonly record struct OpeningTotals(double Bytes, TimeSpan Processor)
{
    /// <returns>Null where one of them is not known, there is none, or the count of bytes leapt, so that they are below 0.</returns>
    public static OpeningTotals? Of(IReadOnlyCollection<RuntimeTotals?> openings) =>
        openings.Count > 0
        && openings.All(one => one is not null)
        && openings.Select(one => (double)one!.Value.AllocatedBytes).Median() is >= 0 and var bytes
            ? new OpeningTotals(bytes, TimeSpan.FromTicks((long)openings.Select(one => (double)one!.Value.Processor.Ticks).Median()))
            : null;
}

using Bench.Host;
using MathNet.Numerics.Statistics;

namespace Bench.Load;

/// <param name="Processor">CPU time of the server according to the operating system.</param>
/// <param name="Totals">Counted by the server's runtime from the begin to the end of the load; null if it reports none.</param>
internal sealed record PacedLoad(RequestTimes Times, TimeSpan Processor, RuntimeTotals? Totals)
{
    // The operating system, and runtimes before .NET 9, count a process's CPU time in these steps.
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(10);

    // A heap that is given back had more than a second's bytes, because a process is warmed up for longer.
    private const double JumpFactor = 2;

    // In bytes. A smaller difference may have any cause.
    private const double LeastJump = 1 << 20;

    // Enough ticks for a figure within 5%.
    private const int TicksOfFigure = 20;

    /// <summary>Times of each request of a mix; empty without a mix.</summary>
    public IReadOnlyList<RequestTimes> OfRequests { get; init; } = [];

    /// <summary>CPU time of the server per request; null if nothing was answered.</summary>
    public double? ProcessorMicroseconds =>
        Times.Requests is > 0 and var requests ? (Totals?.Processor ?? Processor).TotalMicroseconds / requests : null;

    /// <summary>True if the CPU time is only a few ticks of the system's clock, so that several slices must be added up.</summary>
    public bool IsProcessorCoarse =>
        (Totals?.Processor ?? Processor) is var time && time < TicksOfFigure * Tick && time.Ticks % Tick.Ticks == 0;

    /// <param name="isExact">True to use the runtimes' totals instead of the system's figures. All variants must do the same.</param>
    public PacedLoad Counted(bool isExact) => isExact ? this : this with { Totals = null };

    // CPU time of the server per request in µs, for each slice. If one of the slices has only a few ticks, no slice has a figure, because
    // a few more ticks do not help.
    /// <param name="slices">An element is null if other variants were loaded.</param>
    /// <param name="isExact">See <see cref="Counted"/>.</param>
    /// <param name="opening">One opening of all connections; null if unknown.</param>
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

    // Subtracts the bytes and the CPU time of opening connections. A server in production pays them once per connection.
    /// <param name="slices">Number of times that the connections were opened.</param>
    /// <param name="opening">One opening, in which each connection sent a request; null if unknown.</param>
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
                // A negative value is a jump of the counter and no figure. WithoutJumps handles it.
                AllocatedBytes =
                    totals.AllocatedBytes < 0
                        ? totals.AllocatedBytes
                        : (long)Math.Round(share * Math.Max(0, totals.AllocatedBytes - (slices * each.Bytes))),
                Processor = share * Larger(TimeSpan.Zero, totals.Processor - (slices * each.Processor)),
            },
        };

        static TimeSpan Larger(TimeSpan one, TimeSpan other) => one > other ? one : other;
    }

    // Replaces the bytes of slices in which the counter jumps by those that a request takes in the other slices. The counter adds up the
    // heaps in use, each with all bytes that were ever allocated from it. Server GC gives heaps back and takes them again
    // (dotnet/runtime#131069). It does so during a collection. Real bytes would need more collections than in other slices.
    /// <returns>
    /// The number of jumps is 0, and the slices are unchanged, if one has no totals or at least half of them would be jumps.
    /// </returns>
    public static (IReadOnlyList<PacedLoad> Slices, int Jumps) WithoutJumps(IReadOnlyList<PacedLoad> slices)
    {
        double[] bytes = [.. slices.Where(slice => slice is { Totals: not null, Times.Requests: > 0 }).Select(BytesOf)];
        if (bytes.Length == 0 || bytes.Length < slices.Count)
            return (slices, 0);
        var usual = bytes.Median();
        var mostCollections = slices.Where(slice => !IsFarOff(slice)).Select(CollectionsOf).DefaultIfEmpty(0).Max();
        var jumps = slices.Count(IsJump);
        return 2 * jumps < slices.Count ? ([.. slices.Select(slice => IsJump(slice) ? Usual(slice) : slice)], jumps) : (slices, 0);

        bool IsFarOff(PacedLoad slice) =>
            (BytesOf(slice) < 0 || BytesOf(slice) > JumpFactor * usual)
            && Math.Abs(BytesOf(slice) - usual) * slice.Times.Requests > LeastJump;

        bool IsJump(PacedLoad slice) =>
            IsFarOff(slice) && (BytesOf(slice) < 0 || (CollectionsOf(slice) > 0 && CollectionsOf(slice) <= mostCollections));

        PacedLoad Usual(PacedLoad slice) =>
            slice with
            {
                Totals = slice.Totals!.Value with { AllocatedBytes = (long)Math.Round(usual * slice.Times.Requests) },
            };

        static long CollectionsOf(PacedLoad slice) => slice.Totals!.Value.Collections;

        static double BytesOf(PacedLoad slice) => (double)slice.Totals!.Value.AllocatedBytes / slice.Times.Requests;
    }

    // If one slice has no totals, the whole has none.
    public static PacedLoad Join(IReadOnlyCollection<PacedLoad> slices) =>
        new(
            RequestTimes.Join([.. slices.Select(slice => slice.Times)]),
            slices.Aggregate(TimeSpan.Zero, (sum, slice) => sum + slice.Processor),
            slices.Aggregate((RuntimeTotals?)default(RuntimeTotals), (sum, slice) => sum + slice.Totals)
        );
}

/// <summary>Cost of opening all connections, each with one request: the median of several openings.</summary>
/// <param name="Bytes">Allocated by the server.</param>
internal readonly record struct OpeningTotals(double Bytes, TimeSpan Processor)
{
    /// <returns>
    /// Null without openings, if one of them is unknown, or if the counter jumped, so that the median of the bytes is negative.
    /// </returns>
    public static OpeningTotals? Of(IReadOnlyCollection<RuntimeTotals?> openings) =>
        openings.Count > 0
        && openings.All(one => one is not null)
        && openings.Select(one => (double)one!.Value.AllocatedBytes).Median() is >= 0 and var bytes
            ? new OpeningTotals(bytes, TimeSpan.FromTicks((long)openings.Select(one => (double)one!.Value.Processor.Ticks).Median()))
            : null;
}

using Bench.Host;

namespace Bench.Load;

/// <summary>What came of a time of load at the common pace.</summary>
/// <param name="Processor">Processor time of the server, as the system accounts for it.</param>
/// <param name="Totals">What its runtime counted from the begin of the load to its end; null where it does not tell.</param>
internal sealed record PacedLoad(RequestTimes Times, TimeSpan Processor, RuntimeTotals? Totals)
{
    /// <summary>Processor time of the server a request; null where nothing was answered.</summary>
    public double? ProcessorMicroseconds =>
        Times.Requests is > 0 and var requests ? (Totals?.Processor ?? Processor).TotalMicroseconds / requests : null;

    /// <summary>Without the bytes that the opening of connections takes, which a server in use pays once a connection.</summary>
    /// <param name="slices">How often the connections were opened.</param>
    /// <param name="opening">Bytes of one opening, in which each connection sent a request; null where they are not known.</param>
    public PacedLoad WithoutOpening(int slices, double? opening, int connections)
    {
        var requests = Times.Requests - ((double)slices * connections);
        if (Totals is not { } totals || opening is not { } each || requests <= 0)
            return this;
        var ofRequest = (totals.AllocatedBytes - (slices * each)) / requests;
        return this with
        {
            Totals = totals with { AllocatedBytes = Math.Max(0, (long)Math.Round(ofRequest * Times.Requests)) },
        };
    }

    /// <summary>Several slices as one: a slice without totals leaves the whole without.</summary>
    public static PacedLoad Join(IReadOnlyCollection<PacedLoad> slices) =>
        new(
            RequestTimes.Join([.. slices.Select(slice => slice.Times)]),
            slices.Aggregate(TimeSpan.Zero, (sum, slice) => sum + slice.Processor),
            slices.Aggregate((RuntimeTotals?)default(RuntimeTotals), (sum, slice) => sum + slice.Totals)
        );
}

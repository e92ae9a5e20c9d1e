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

    /// <summary>Several slices as one: a slice without totals leaves the whole without.</summary>
    public static PacedLoad Join(IReadOnlyCollection<PacedLoad> slices) =>
        new(
            RequestTimes.Join([.. slices.Select(slice => slice.Times)]),
            slices.Aggregate(TimeSpan.Zero, (sum, slice) => sum + slice.Processor),
            slices.Aggregate((RuntimeTotals?)default(RuntimeTotals), (sum, slice) => sum + slice.Totals)
        );
}

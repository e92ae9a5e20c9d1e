using System.Text.Json.Serialization;

namespace Bench.Load;

/// <summary>Figures of a mix in a round, without those of the whole process.</summary>
/// <param name="FullSpeed">Times of all requests together in the closed loop; null if nothing was answered.</param>
/// <param name="Requests">In the order of the matrix.</param>
internal sealed record MixRound(ResponseTimes? FullSpeed, IReadOnlyList<RequestRound> Requests)
{
    /// <param name="loops">Each slice in a closed loop.</param>
    /// <param name="paced">Each slice at the pace.</param>
    /// <param name="isInterleaved">True to keep slices. A variant that is measured alone has none.</param>
    /// <returns>Null without a mix.</returns>
    public static MixRound? Of(IReadOnlyList<ClosedLoop> loops, IReadOnlyList<PacedLoad> paced, bool isInterleaved)
    {
        if (loops[0].Requests.Count == 0)
            return null;
        RequestRound[] requests = [.. loops[0].Requests.Select((_, i) => Of(i))];
        return new MixRound(
            RequestTimes.Join([.. loops.SelectMany(loop => loop.Requests).Select(request => request.Times)]).Percentiles(),
            requests
        );

        RequestRound Of(int request)
        {
            RequestLoad[] ofLoops = [.. loops.Select(loop => loop.Requests[request])];
            RequestTimes[] ofPaced = [.. paced.Select(slice => slice.OfRequests[request])];
            var loop = RequestLoad.Join(ofLoops);
            return new RequestRound(
                loop.Throughput,
                loop.Times.Percentiles(),
                RequestTimes.Join(ofPaced).Percentiles(),
                isInterleaved ? [.. ofLoops.Select(slice => new FullSpeedSlice(slice.Throughput.GoodRequestsPerSecond))] : null,
                isInterleaved ? [.. ofPaced.Select(slice => new PacedSlice(slice.Percentiles()?.P50, null))] : null
            );
        }
    }
}

/// <param name="Peak">At full speed, next to the other requests.</param>
/// <param name="FullSpeed">Times at full speed; null if nothing was answered.</param>
/// <param name="Paced">Times at the pace.</param>
/// <param name="FullSpeedSlices">In the order of time; null if the variant was alone.</param>
/// <param name="PacedSlices">In the order of time; null if the variant was alone.</param>
internal sealed record RequestRound(
    Throughput Peak,
    ResponseTimes? FullSpeed,
    ResponseTimes? Paced,
    IReadOnlyList<FullSpeedSlice>? FullSpeedSlices = null,
    IReadOnlyList<PacedSlice>? PacedSlices = null
)
{
    // Average number of connections that waited for an answer at full speed, by Little's law; null if nothing was answered.
    [JsonIgnore]
    public double? UsedConnections => Peak.RequestsPerSecond * FullSpeed?.Mean / MillisecondsOfSecond;

    private const double MillisecondsOfSecond = 1000;
}

/// <summary>Medians of a server's thread pool at full speed.</summary>
internal sealed record PoolFigures(double? Threads, double? QueueLength);

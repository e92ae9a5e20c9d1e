using System.Text.Json.Serialization;

namespace Bench.Load;

/// <summary>What was measured of a mix in a round, besides what the arm's process has as a whole.</summary>
/// <param name="FullSpeed">The times of all requests together, in the closed loop; null where nothing was answered.</param>
/// <param name="Requests">Each request, in the order of the matrix.</param>
internal sealed record MixRound(ResponseTimes? FullSpeed, IReadOnlyList<RequestRound> Requests)
{
    /// <param name="loops">Each slice in a closed loop.</param>
    /// <param name="paced">Each slice at the pace.</param>
    /// <param name="isInterleaved">Whether slices are kept: those of one arm after the other have none.</param>
    /// <returns>Null where it is no mix.</returns>
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
                isInterleaved ? [.. ofLoops.Select(slice => new FullSpeedSlice(slice.Throughput.GoodQueriesPerSecond))] : null,
                isInterleaved ? [.. ofPaced.Select(slice => new PacedSlice(slice.Percentiles()?.P50, null))] : null
            );
        }
    }
}

/// <summary>One request of a mix in a round.</summary>
/// <param name="Peak">At full speed, beside the other requests.</param>
/// <param name="FullSpeed">Its times there; null where nothing was answered.</param>
/// <param name="Paced">Its times at the pace.</param>
/// <param name="FullSpeedSlices">Each slice at full speed, in the order of time; null where the arm was alone.</param>
/// <param name="PacedSlices">Each slice at the pace, as above.</param>
internal sealed record RequestRound(
    Throughput Peak,
    ResponseTimes? FullSpeed,
    ResponseTimes? Paced,
    IReadOnlyList<FullSpeedSlice>? FullSpeedSlices = null,
    IReadOnlyList<PacedSlice>? PacedSlices = null
)
{
    /// <summary>How many connections waited for an answer at full speed, on average; null where nothing was answered.</summary>
    [JsonIgnore]
    public double? UsedConnections => Peak.QueriesPerSecond * FullSpeed?.Mean / MillisecondsOfSecond;

    private const double MillisecondsOfSecond = 1000;
}

/// <summary>The thread pool of a server at full speed: what was typical, a median.</summary>
internal sealed record PoolFigures(double? Threads, double? QueueLength);

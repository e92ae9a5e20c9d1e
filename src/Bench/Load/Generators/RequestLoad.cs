namespace Bench.Load;

/// <summary>A line of h2load's log.</summary>
/// <param name="Start">Microseconds of the system's clock.</param>
internal readonly record struct LoggedRequest(long Start, long Microseconds, bool IsGood)
{
    private const double MicrosecondsOfMillisecond = 1000;

    public long End => Start + Microseconds;

    public double Milliseconds => Microseconds / MicrosecondsOfMillisecond;
}

internal sealed record RequestLoad(Throughput Throughput, RequestTimes Times)
{
    public static RequestLoad Of(IReadOnlyList<LoggedRequest> requests, double seconds, double generatorCores)
    {
        var times = H2Load.Create(requests, generatorCores);
        return new RequestLoad(
            new Throughput(times.Requests, seconds, new LoadErrors(0, 0, 0, times.Failed, 0), generatorCores, null),
            times
        );
    }

    public static RequestLoad Join(IReadOnlyCollection<RequestLoad> parts) =>
        new(Throughput.Join([.. parts.Select(part => part.Throughput)]), RequestTimes.Join([.. parts.Select(part => part.Times)]));
}

/// <param name="Throughput">All requests together.</param>
/// <param name="Requests">One for each request of a mix; empty without a mix.</param>
internal sealed record ClosedLoop(Throughput Throughput, IReadOnlyList<RequestLoad> Requests)
{
    /// <summary>One for each request of the matrix, in its order; a single one without a mix.</summary>
    public IReadOnlyList<Throughput> Each => Requests.Count > 0 ? [.. Requests.Select(request => request.Throughput)] : [Throughput];

    // The requests were sent at the same time: their numbers add up, their seconds do not.
    public static ClosedLoop OfMix(IReadOnlyList<RequestLoad> requests)
    {
        var each = requests.Select(request => request.Throughput).ToArray();
        return new ClosedLoop(
            each[0] with
            {
                Requests = each.Sum(one => one.Requests),
                Errors = each[0].Errors with { Status = each.Sum(one => one.Errors.Status) },
            },
            requests
        );
    }
}

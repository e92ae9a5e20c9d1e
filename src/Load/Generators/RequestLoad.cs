namespace Bench.Load;

/// <summary>A line of h2load's log.</summary>
/// <param name="Start">Microseconds of the system's clock.</param>
internal readonly record struct LoggedRequest(long Start, long Microseconds, bool IsGood)
{
    private const double MicrosecondsOfMillisecond = 1000;

    public long End => Start + Microseconds;

    public double Milliseconds => Microseconds / MicrosecondsOfMillisecond;
}

/// <summary>What came of one request in a closed loop, beside others: how often it was answered, and in which time.</summary>
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

    /// <summary>Several stretches of the same load as one.</summary>
    public static RequestLoad Join(IReadOnlyCollection<RequestLoad> parts) =>
        new(Throughput.Join([.. parts.Select(part => part.Throughput)]), RequestTimes.Join([.. parts.Select(part => part.Times)]));
}

/// <summary>What came of a closed loop.</summary>
/// <param name="Throughput">Of all requests.</param>
/// <param name="Requests">Of each request of a mix; empty where it is none.</param>
internal sealed record ClosedLoop(Throughput Throughput, IReadOnlyList<RequestLoad> Requests)
{
    /// <summary>Of each request, in the order of the matrix; of the only one where it is no mix.</summary>
    public IReadOnlyList<Throughput> Each => Requests.Count > 0 ? [.. Requests.Select(request => request.Throughput)] : [Throughput];

    /// <summary>Requests that were sent at the same time, as one load.</summary>
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

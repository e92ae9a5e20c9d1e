using System.Text.Json.Serialization;

namespace Bench.Load;

/// <summary>What wrk counted: throughput, never response times, which it changes before it prints them.</summary>
/// <param name="Requests">Answers, those with a bad status included.</param>
/// <param name="ServerCores">How many the server did; null for a server of the user's own.</param>
internal sealed record Throughput(long Requests, double Seconds, LoadErrors Errors, double GeneratorCores, double? ServerCores)
{
    public double QueriesPerSecond => Requests / Seconds;

    /// <summary>Requests/s with a good status, however late: what a server can do.</summary>
    [JsonIgnore]
    public double GoodQueriesPerSecond => Good / Seconds;

    private long Good => Math.Max(0, Requests - Errors.Status);

    // A broken connection is no request.
    private long Tried => Requests + Errors.Connect + Errors.Read + Errors.Write;

    /// <summary>That of several stretches of the same load as of one.</summary>
    public static Throughput Join(IReadOnlyCollection<Throughput> parts)
    {
        var seconds = parts.Sum(part => part.Seconds);
        return new Throughput(
            parts.Sum(part => part.Requests),
            seconds,
            new LoadErrors(
                parts.Sum(part => part.Errors.Connect),
                parts.Sum(part => part.Errors.Read),
                parts.Sum(part => part.Errors.Write),
                parts.Sum(part => part.Errors.Status),
                parts.Sum(part => part.Errors.Timeout)
            ),
            parts.Sum(part => part.GeneratorCores * part.Seconds) / seconds,
            parts.Sum(part => part.ServerCores * part.Seconds) / seconds
        );
    }

    /// <summary>The share of good answers among all that was tried, from 0 to 1, however late.</summary>
    [JsonIgnore]
    public double GoodShare => ShareOf(Good);

    /// <summary>The same of those that came within wrk's timeout: a late answer is a request as well.</summary>
    public double Success => ShareOf(Math.Max(0, Good - Errors.Timeout));

    private double ShareOf(long answers) => Tried == 0 ? 0 : answers / (double)Tried;
}

using System.Text.Json.Serialization;

namespace Bench.Load;

// From wrk, or from h2load for a mix. The response times of wrk are not used, because it changes them before it prints them.
/// <param name="Requests">All answers, including those with a bad status.</param>
/// <param name="ServerCores">Cores that the server kept busy; null for the user's own server.</param>
internal sealed record Throughput(long Requests, double Seconds, LoadErrors Errors, double GeneratorCores, double? ServerCores)
{
    public double RequestsPerSecond => Requests / Seconds;

    /// <summary>Requests/s with a good status, however late.</summary>
    [JsonIgnore]
    public double GoodRequestsPerSecond => Good / Seconds;

    private long Good => Math.Max(0, Requests - Errors.Status);

    // Requests does not include broken connections.
    private long Tried => Requests + Errors.Connect + Errors.Read + Errors.Write;

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

    /// <summary>Share of good answers among all attempts, from 0 to 1, however late.</summary>
    [JsonIgnore]
    public double GoodShare => ShareOf(Good);

    /// <summary>Share of good answers within wrk's timeout among all attempts. wrk counts a late answer as a request too.</summary>
    public double Success => ShareOf(Math.Max(0, Good - Errors.Timeout));

    private double ShareOf(long answers) => Tried == 0 ? 0 : answers / (double)Tried;
}

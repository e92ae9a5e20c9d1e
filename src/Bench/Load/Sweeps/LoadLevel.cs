using System.Text.Json.Serialization;

namespace Bench.Load;

internal sealed record LoadLevel(int Connections, string? Unreached, IReadOnlyList<LoadRound> Rounds, IReadOnlyList<string> Marks)
{
    private string FailureReason =>
        (Unreached ?? string.Join("; ", Marks)) is { Length: > 0 } reason ? $"not reached: {reason}" : "not measured: the run ended before";

    /// <summary>Why its figures do not show the throughput of the level; null if they do.</summary>
    internal string? Failure =>
        Rounds.Count == 0 || Unreached is not null ? FailureReason
        : SilentRounds > 0 ? FormattableString.Invariant($"the server did not respond in {SilentRounds} of {Rounds.Count} rounds")
        : Rounds.Any(round => round.Throughput.GoodRequestsPerSecond == 0) ? "a round has no good response"
        : null;

    /// <summary>Limits of its figures.</summary>
    [JsonIgnore]
    public IReadOnlyList<string> Notes => (Unreached ?? Failure) is { } failure ? [.. Marks, failure] : Marks;

    /// <summary>Requests/s: the median over rounds.</summary>
    public double? RequestsPerSecond => Median(round => round.Throughput.RequestsPerSecond);

    /// <summary>Requests/s with a good status, however late: the median over rounds.</summary>
    [JsonIgnore]
    public double? GoodRequestsPerSecond => Median(round => round.Throughput.GoodRequestsPerSecond);

    /// <summary>Mean response time by Little's law: in a closed loop it is connections / throughput.</summary>
    public double? MeanMilliseconds => RequestsPerSecond is > 0 and var rate ? 1000 * Connections / rate : null;

    /// <summary>Share of good answers within the timeout over all rounds, from 0 to 1; null without rounds.</summary>
    public double? Success => Joined?.Success;

    /// <summary>Share of good answers over all rounds, from 0 to 1; null without rounds.</summary>
    public double? GoodShare => Joined?.GoodShare;

    /// <summary>Share of good answers among all answers; null if nothing was answered.</summary>
    [JsonIgnore]
    public double? GoodShareOfAnswers =>
        Joined is { Requests: > 0 } joined ? joined.GoodRequestsPerSecond / joined.RequestsPerSecond : null;

    // A median hides a fault of one process of three.
    private Throughput? Joined => Rounds.Count == 0 ? null : Throughput.Join([.. Rounds.Select(round => round.Throughput)]);

    public int SilentRounds => Rounds.Count(round => round.Throughput.Requests == 0);

    // The median over the rounds that have the figure.
    public double? Median(Func<LoadRound, double?> figure)
    {
        double[] values = [.. Rounds.Select(figure).OfType<double>()];
        return values.Length == 0 ? null : MathNet.Numerics.Statistics.Statistics.Median(values);
    }
}

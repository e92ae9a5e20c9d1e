using System.Text.Json.Serialization;

namespace Bench.Load;

internal sealed record LoadLevel(int Concurrency, string? Unreached, IReadOnlyList<LoadRound> Rounds, IReadOnlyList<string> Marks)
{
    /// <summary>Why there is no figure, in words.</summary>
    private string FailureReason =>
        (Unreached ?? string.Join("; ", Marks)) is { Length: > 0 } reason ? $"not reached: {reason}" : "not measured: the run ended before";

    /// <summary>Why its figures are no throughput of the level; null where they are one.</summary>
    internal string? Failure =>
        Rounds.Count == 0 || Unreached is not null ? FailureReason
        : SilentRounds > 0 ? FormattableString.Invariant($"nothing was answered in {SilentRounds} of {Rounds.Count} rounds")
        : Rounds.Any(round => round.Throughput.GoodQueriesPerSecond == 0) ? "a round has no good answer"
        : null;

    /// <summary>What limits its figures, in words.</summary>
    [JsonIgnore]
    public IReadOnlyList<string> Notes => (Unreached ?? Failure) is { } failure ? [.. Marks, failure] : Marks;

    /// <summary>Requests/s: the median over rounds.</summary>
    public double? QueriesPerSecond => Median(round => round.Throughput.QueriesPerSecond);

    /// <summary>Requests/s with a good status, however late: the median over rounds.</summary>
    [JsonIgnore]
    public double? GoodQueriesPerSecond => Median(round => round.Throughput.GoodQueriesPerSecond);

    /// <summary>The mean response time in ms, by Little's law: in a closed loop it is connections over throughput.</summary>
    public double? MeanMilliseconds => QueriesPerSecond is > 0 and var rate ? 1000 * Concurrency / rate : null;

    /// <summary>The share of good answers that came in time, of all rounds together, from 0 to 1; null where there is no round.</summary>
    public double? Success => Joined?.Success;

    /// <summary>The share of good answers in all rounds together, from 0 to 1; null where there is no round.</summary>
    public double? GoodShare => Joined?.GoodShare;

    /// <summary>The same among what was answered; null where nothing was.</summary>
    [JsonIgnore]
    public double? GoodShareOfAnswers => Joined is { Requests: > 0 } joined ? joined.GoodQueriesPerSecond / joined.QueriesPerSecond : null;

    // What one process of three does, a median does not show.
    private Throughput? Joined => Rounds.Count == 0 ? null : Throughput.Join([.. Rounds.Select(round => round.Throughput)]);

    /// <summary>In how many rounds nothing was answered.</summary>
    public int SilentRounds => Rounds.Count(round => round.Throughput.Requests == 0);

    /// <summary>A figure's median over the rounds that have it.</summary>
    /// <returns>It; null where no round has it.</returns>
    public double? Median(Func<LoadRound, double?> figure)
    {
        double[] values = [.. Rounds.Select(figure).OfType<double>()];
        return values.Length == 0 ? null : MathNet.Numerics.Statistics.Statistics.Median(values);
    }
}

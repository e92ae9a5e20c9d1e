using System.Text.Json.Serialization;

namespace Bench.Load;

internal sealed record FullSpeedSlice(double GoodRequestsPerSecond);

/// <param name="P50">Median response time in ms; null if nothing was answered.</param>
/// <param name="ProcessorMicroseconds">CPU time of the server per request; null if nothing was answered.</param>
internal sealed record PacedSlice(double? P50, double? ProcessorMicroseconds);

/// <summary>Measurements of one variant in one round. "Alone" means that it was not interleaved with other variants.</summary>
/// <param name="Peak">At full speed.</param>
/// <param name="Counters">Per second of load, at the pace.</param>
/// <param name="ProcessorMicroseconds">CPU time of the server per request, at the pace.</param>
/// <param name="Slices">Number of interleaved slices at the pace; null if alone.</param>
/// <param name="WhyNoPercentiles">Why the percentiles are meaningless; null if they are meaningful.</param>
/// <param name="IdleCores">Cores that the server kept busy while other variants were loaded at the pace; null if alone.</param>
/// <param name="FullSpeedSlices">In the order of time; null if alone.</param>
/// <param name="PacedSlices">In the order of time; null if alone.</param>
/// <param name="ProcessorAtOnce">
/// CPU time of the server in µs per request, for each slice in which the first variant and another have half the pace each, at the same
/// time. An element is null if two other variants were loaded, and 0 if nothing was answered. The list is null if alone.
/// </param>
/// <param name="Pace">Target requests/s of each variant in this round; null if it was the matrix's own pace.</param>
/// <param name="OpeningBytes">
/// Bytes that the server allocates while all connections open and send one request each. They are subtracted from the bytes per request
/// once per opening. Null if unknown; then the bytes per request include them.
/// </param>
/// <param name="Jumps">
/// Number of slices in which the counter of allocated bytes jumped; only the other slices count. Null if not checked.
/// </param>
/// <param name="Mix">Figures of each request of a mix; null without a mix.</param>
/// <param name="FullSpeedPool">Thread pool at full speed; null if interleaved.</param>
internal sealed record VariantRound(
    Throughput Peak,
    ResponseTimes? Paced,
    double PacedSeconds,
    CounterFigures Counters,
    double? ProcessorMicroseconds,
    double? WarmUpSeconds = null,
    int? Slices = null,
    string? WhyNoPercentiles = null,
    double? IdleCores = null,
    IReadOnlyList<FullSpeedSlice>? FullSpeedSlices = null,
    IReadOnlyList<PacedSlice>? PacedSlices = null,
    IReadOnlyList<double?>? ProcessorAtOnce = null,
    double? Pace = null,
    double? OpeningBytes = null,
    int? Jumps = null,
    MixRound? Mix = null,
    PoolFigures? FullSpeedPool = null
)
{
    [JsonIgnore]
    public ResponseTimes? Percentiles => WhyNoPercentiles is null ? Paced : null;

    /// <summary>Allocated bytes per request, at the pace.</summary>
    [JsonIgnore]
    public double? AllocatedBytes =>
        Paced is { Requests: > 0 and var requests } ? Counters.AllocatedBytesPerSecond * PacedSeconds / requests : null;

    [JsonIgnore]
    public bool AnswersAtFullSpeed => Peak.GoodRequestsPerSecond > 0;

    /// <summary>Share of good answers at the pace, from 0 to 1; null if nothing was answered.</summary>
    [JsonIgnore]
    public double? GoodShareAtThePace => Paced is { Requests: > 0 } times ? 1 - ((double)times.Failed / times.Requests) : null;

    /// <summary>One request of a mix as if it were the only one, without figures of the whole process: memory, threads, CPU time.</summary>
    /// <param name="share">Its share of the pace.</param>
    public VariantRound OfRequest(int request, double share)
    {
        var one = Mix!.Requests[request];
        return this with
        {
            Peak = one.Peak,
            Paced = one.Paced,
            Counters = new CounterFigures(null, null, null, null, null),
            ProcessorMicroseconds = null,
            FullSpeedSlices = one.FullSpeedSlices,
            PacedSlices = one.PacedSlices,
            ProcessorAtOnce = null,
            Pace = Pace * share,
            OpeningBytes = null,
            Jumps = null,
            Mix = new MixRound(one.FullSpeed, []),
            FullSpeedPool = null,
        };
    }

    [JsonIgnore]
    public bool AnswersAtThePace => Paced is { } times && times.Requests > times.Failed;
}

/// <param name="Rounds">In the order of time.</param>
internal sealed record MeasuredVariant(LoadVariant Variant, IReadOnlyList<VariantRound> Rounds)
{
    /// <summary>Over all rounds; null if nothing was answered.</summary>
    [JsonIgnore]
    public double? GoodShareAtThePace =>
        Rounds.Sum(round => round.Paced?.Requests ?? 0) is > 0 and var requests
            ? 1 - ((double)Rounds.Sum(round => round.Paced?.Failed ?? 0) / requests)
            : null;

    /// <summary>Over all rounds; null if nothing was measured.</summary>
    [JsonIgnore]
    public double? GoodShareAtFullSpeed => Peaks?.GoodShare;

    /// <summary>Over all rounds; null if nothing was measured.</summary>
    [JsonIgnore]
    public double? GoodRequestsPerSecond => Peaks?.GoodRequestsPerSecond;

    private Throughput? Peaks => Rounds.Count > 0 ? Throughput.Join([.. Rounds.Select(round => round.Peak)]) : null;

    /// <summary>Slices of all rounds in which the counter of allocated bytes jumped.</summary>
    [JsonIgnore]
    public long Jumps => Rounds.Sum(round => (long)(round.Jumps ?? 0));

    public double? Median(Func<VariantRound, double?> figure)
    {
        double[] values = [.. Rounds.Select(figure).OfType<double>()];
        return values.Length == 0 ? null : MathNet.Numerics.Statistics.Statistics.Median(values);
    }
}

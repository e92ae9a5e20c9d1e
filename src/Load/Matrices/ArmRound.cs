using System.Text.Json.Serialization;

namespace Bench.Load;

/// <summary>A slice of an arm at full speed.</summary>
/// <param name="GoodQueriesPerSecond">Good requests/s.</param>
internal sealed record FullSpeedSlice(double GoodQueriesPerSecond);

/// <summary>A slice of an arm at the pace.</summary>
/// <param name="P50">Its median response time in ms; null where nothing was answered.</param>
/// <param name="ProcessorMicroseconds">Processor time of the server a request; null where nothing was answered.</param>
internal sealed record PacedSlice(double? P50, double? ProcessorMicroseconds);

/// <summary>What was measured of an arm in a round.</summary>
/// <param name="Peak">At full speed.</param>
/// <param name="Counters">At the pace, a second of load.</param>
/// <param name="ProcessorMicroseconds">Processor time of the server a request, at the pace.</param>
/// <param name="Slices">In how many slices it was loaded at the pace, interleaved with the others; null where it was alone.</param>
/// <param name="WhyNoPercentiles">Why its percentiles say nothing; null where they do.</param>
/// <param name="IdleCores">How many cores it kept busy at the pace while others were loaded; null where it was alone.</param>
/// <param name="FullSpeedSlices">Each slice at full speed, in the order of time; null where it was alone.</param>
/// <param name="PacedSlices">Each slice at the pace, as above.</param>
/// <param name="ProcessorOfDuets">
/// Processor time of the server in us a request, of each duet: a slice in which the first arm and another had half the pace each, at the
/// same time. An element is null where two others had it, 0 where nothing was answered. Null where it was alone.
/// </param>
/// <param name="Pace">Requests/s that each arm was asked for in this round; null where it was the matrix's own pace.</param>
/// <param name="OpeningBytes">
/// What the server allocated where all connections were opened and sent a request each, in bytes: left out of what a request allocates, as
/// often as they were opened. Null where it is not known, and a part of the requests' bytes.
/// </param>
/// <param name="Leaps">In how many slices the counter of bytes leapt, so that those of the others count; null where nobody looked.</param>
/// <param name="Mix">What was measured of each request of a mix; null where it is none.</param>
/// <param name="FullSpeedPool">The thread pool at full speed; null where the arm was interleaved with others.</param>
internal sealed record ArmRound(
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
    [property: JsonPropertyName("processorAtOnce")] IReadOnlyList<double?>? ProcessorOfDuets = null,
    double? Pace = null,
    double? OpeningBytes = null,
    int? Leaps = null,
    MixRound? Mix = null,
    PoolFigures? FullSpeedPool = null
)
{
    /// <summary>Times at the pace that say something; null where there are none.</summary>
    [JsonIgnore]
    public ResponseTimes? Percentiles => WhyNoPercentiles is null ? Paced : null;

    /// <summary>Allocated bytes a request, at the pace.</summary>
    [JsonIgnore]
    public double? AllocatedBytes =>
        Paced is { Requests: > 0 and var requests } ? Counters.AllocatedBytesPerSecond * PacedSeconds / requests : null;

    /// <summary>Whether anything was answered well at full speed.</summary>
    [JsonIgnore]
    public bool AnswersAtFullSpeed => Peak.GoodQueriesPerSecond > 0;

    /// <summary>The share of good answers at the pace, from 0 to 1; null where nothing was answered.</summary>
    [JsonIgnore]
    public double? GoodShareAtThePace => Paced is { Requests: > 0 } times ? 1 - ((double)times.Failed / times.Requests) : null;

    /// <summary>
    /// One request of a mix as if nothing else had been sent, without what the process as a whole has: memory, threads, processor time.
    /// </summary>
    /// <param name="share">Its share of the pace.</param>
    public ArmRound OfRequest(int request, double share)
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
            ProcessorOfDuets = null,
            Pace = Pace * share,
            OpeningBytes = null,
            Leaps = null,
            Mix = new MixRound(one.FullSpeed, []),
            FullSpeedPool = null,
        };
    }

    /// <summary>Whether anything was answered well at the pace.</summary>
    [JsonIgnore]
    public bool AnswersAtThePace => Paced is { } times && times.Requests > times.Failed;
}

/// <summary>An arm with what was measured of it.</summary>
/// <param name="Rounds">Each round, in the order of time.</param>
internal sealed record MeasuredArm(LoadArm Arm, IReadOnlyList<ArmRound> Rounds)
{
    /// <summary>The share of good answers at the pace, over all rounds; null where nothing was answered.</summary>
    [JsonIgnore]
    public double? GoodShareAtThePace =>
        Rounds.Sum(round => round.Paced?.Requests ?? 0) is > 0 and var requests
            ? 1 - ((double)Rounds.Sum(round => round.Paced?.Failed ?? 0) / requests)
            : null;

    /// <summary>The same at full speed; null where nothing was measured.</summary>
    [JsonIgnore]
    public double? GoodShareAtFullSpeed => Peaks?.GoodShare;

    /// <summary>Good requests/s at full speed, over all rounds; null where nothing was measured.</summary>
    [JsonIgnore]
    public double? GoodQueriesPerSecond => Peaks?.GoodQueriesPerSecond;

    private Throughput? Peaks => Rounds.Count > 0 ? Throughput.Join([.. Rounds.Select(round => round.Peak)]) : null;

    /// <summary>In how many slices of all rounds the counter of bytes leapt.</summary>
    [JsonIgnore]
    public long Leaps => Rounds.Sum(round => (long)(round.Leaps ?? 0));

    public double? Median(Func<ArmRound, double?> figure)
    {
        double[] values = [.. Rounds.Select(figure).OfType<double>()];
        return values.Length == 0 ? null : MathNet.Numerics.Statistics.Statistics.Median(values);
    }
}

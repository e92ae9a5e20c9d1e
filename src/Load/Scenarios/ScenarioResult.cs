using System.Globalization;

namespace Bench.Load;

/// <param name="Errors">As wrk counts them: those of connections that are closed while nobody asks are among them.</param>
/// <param name="Lost">Requests whose connection broke before the answer came, those of the warm-up as well.</param>
/// <param name="Silent">For how long nothing was answered at the end, though requests waited; zero where it was no hang.</param>
/// <param name="Partial">Why it ended too soon; null where it did not, or a threshold ended it.</param>
/// <param name="Requests">The figures of each request, in the order of the file; null or empty where there is one only.</param>
internal sealed record ScenarioResult(
    Scenario Scenario,
    ScenarioFigures? Figures,
    LoadErrors Errors,
    IReadOnlyList<JudgedThreshold> Thresholds,
    Threshold? Aborted,
    long Lost = 0,
    TimeSpan Silent = default,
    string? Partial = null,
    IReadOnlyList<RequestFigures>? Requests = null
)
{
    /// <summary>The requests of which no answer was good, where there are several.</summary>
    public IReadOnlyList<string> NeverGood => [.. (Requests ?? []).Where(request => request.IsNeverGood).Select(request => request.Name)];

    /// <summary>
    /// Whether every limit is kept, by a server that answered to the end: one that hangs answers too little to spoil a percentile. So does
    /// a request that always fails beside others that answer well.
    /// </summary>
    public bool IsPassed =>
        Aborted is null
        && Partial is null
        && Figures is { Requests: > 0 }
        && Silent == TimeSpan.Zero
        && NeverGood.Count == 0
        && Thresholds.All(threshold => threshold.IsKept);
}

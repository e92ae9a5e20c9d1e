using System.Globalization;

namespace Bench.Load;

/// <param name="Errors">As wrk counts them. They include connections that are closed while no request waits.</param>
/// <param name="Lost">Requests whose connection broke before the answer, including the warm-up.</param>
/// <param name="Silent">Time at the end without answers although requests waited; zero if the server did not hang.</param>
/// <param name="Partial">Why the run ended too soon; null if it did not, or if a threshold ended it.</param>
/// <param name="Requests">Figures of each request in the order of the plan; null or empty if there is a single request.</param>
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
    /// <summary>Requests without any good answer.</summary>
    public IReadOnlyList<string> NeverGood =>
        Requests is { Count: > 0 }
            ? [.. Requests.Where(request => request.IsNeverGood).Select(request => request.Name)]
            : [.. Scenario.Requests.Take(Figures is { FailedChecks: >= 1 } ? 1 : 0).Select(request => request.Label)];

    // Limits alone are not enough. A server that hangs gives too few answers to spoil a percentile, and a request that always fails may
    // hide among others that succeed.
    public bool IsPassed =>
        Aborted is null
        && Partial is null
        && Figures is { Requests: > 0 }
        && Silent == TimeSpan.Zero
        && NeverGood.Count == 0
        && Thresholds.All(threshold => threshold.IsKept);
}

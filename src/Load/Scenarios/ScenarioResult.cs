using System.Globalization;

namespace Bench.Load;

internal sealed record ScenarioResult(
    Scenario Scenario,
    ScenarioFigures? Figures,
    LoadErrors Errors,
    IReadOnlyList<JudgedThreshold> Thresholds,
    Threshold? Aborted,
    TimeSpan Silent = default
)
{
    /// <summary>
    /// Whether every limit is kept, by a server that answered to the end: one that hangs answers too little to spoil a percentile.
    /// </summary>
    public bool IsPassed =>
        Aborted is null && Figures is not null && Silent == TimeSpan.Zero && Thresholds.All(threshold => threshold.IsKept);
}

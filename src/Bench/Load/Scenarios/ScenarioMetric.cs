using System.Globalization;
using System.Text.RegularExpressions;

namespace Bench.Load;

internal sealed record ScenarioMetric(string Name, string Unit, Func<ScenarioFigures, double> Of)
{
    /// <summary>True if requests without an answer count as well.</summary>
    public bool CountsLost { get; private init; }

    public static IReadOnlyList<ScenarioMetric> All { get; } =
    [
        new("mean", "ms", figures => figures.Mean),
        new("p50", "ms", figures => figures.P50),
        new("p75", "ms", figures => figures.P75),
        new("p90", "ms", figures => figures.P90),
        new("p95", "ms", figures => figures.P95),
        new("p99", "ms", figures => figures.P99),
        new("p99.9", "ms", figures => figures.P999),
        new("longest", "ms", figures => figures.Longest),
        new("failed checks", "%", figures => figures.FailedChecks) { CountsLost = true },
        new("requests a second", "", figures => figures.RequestsPerSecond),
    ];

    public static ScenarioMetric? Find(string name) => All.FirstOrDefault(metric => metric.Name == name);
}

using System.Globalization;
using System.Text.RegularExpressions;

namespace Bench.Load;

// A limit that a scenario must keep, for instance `p95 < 500 ms`, or one that ends it, such as `abort when failed checks > 5
// %`.
/// <param name="IsBelow">True if the figure must be below the limit; otherwise above.</param>
/// <param name="Limit">In ms, as a share from 0 to 1, or in requests/s.</param>
/// <param name="Aborts">True if crossing it ends the scenario. Then the text has the forbidden condition: <c>&gt;</c>.</param>
internal sealed partial record Threshold(string Text, ScenarioMetric Metric, bool IsBelow, double Limit, bool Aborts)
{
    public static Threshold Parse(string text)
    {
        var match = Grammar().Match(text ?? "");
        if (!match.Success)
            throw new LoadException(
                $"'{text}' is not a threshold. Use a value such as 'p95 < 500 ms', 'failed checks < 1%' or 'abort when failed checks > 5%'."
            );
        var metric = ScenarioMetric.Find(match.Groups["metric"].Value)
            ?? throw new LoadException(
                $"the threshold '{text}' has an unknown metric. Use one of these: {string.Join(", ", ScenarioMetric.All.Select(one => one.Name))}."
            );
        var unit = match.Groups["unit"].Value;
        var (aborts, isBelow) = (match.Groups["abort"].Success, match.Groups["operator"].Value == "<");
        if (unit != metric.Unit && !(metric.Unit == "ms" && unit == "s"))
            throw new LoadException(
                $"the threshold '{text}': {metric.Name} is {(metric.Unit.Length == 0 ? "a number without unit" : $"in {metric.Unit}")}."
            );
        if (aborts && isBelow)
            throw new LoadException($"the threshold '{text}' cannot abort. Use 'abort when METRIC > VALUE'.");
        var number = double.Parse(match.Groups["number"].Value, CultureInfo.InvariantCulture);
        return new Threshold(
            text!.Trim(),
            metric,
            isBelow,
            unit switch
            {
                "%" => number / 100,
                "s" => 1000 * number,
                _ => number,
            },
            aborts
        );
    }

    public bool IsKept(ScenarioFigures figures) => IsKept(Metric.Of(figures));

    // NaN keeps no limit, except that it never aborts.
    public bool IsKept(double value) =>
        Aborts ? !(value > Limit)
        : IsBelow ? value < Limit
        : value > Limit;

    [GeneratedRegex(
        @"^\s*(?<abort>abort when\s+)?(?<metric>[a-z][a-z0-9. ]*?)\s*(?<operator>[<>])\s*(?<number>[0-9]{1,9}(\.[0-9]{1,6})?)\s*(?<unit>ms|s|%|)\s*$",
        RegexOptions.CultureInvariant
    )]
    private static partial Regex Grammar();
}

internal sealed record ScenarioFigures(
    long Requests,
    double FailedChecks,
    double RequestsPerSecond,
    double Mean,
    double P50,
    double P75,
    double P90,
    double P95,
    double P99,
    double P999,
    double Longest
);

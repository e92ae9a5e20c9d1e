using System.Globalization;
using System.Text;
using Bench.Reports;

namespace Bench.Load;

internal static partial class MixReport
{
    /// <summary>Empty if there is a single request.</summary>
    public static string OfRequests(ScenarioResult result)
    {
        if (result.Requests is not { Count: > 0 } requests)
            return "";
        var page = new StringBuilder();
        var haveUsers = requests.Any(request => request.VirtualUsers is not null);
        page.Line(
            $"| request |{(haveUsers ? " virtual users |" : "")} requests | per second | failed checks | mean, ms | p50 | p90 | p95 | p99 | p99.9 | longest |"
        );
        page.Line($"| --- |{(haveUsers ? " ---: |" : "")} ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
        foreach (var request in requests)
        {
            var users = haveUsers ? string.Create(CultureInfo.InvariantCulture, $" {request.VirtualUsers} |") : "";
            page.Line(
                request.Figures is { } figures
                    ? (FormattableString)
                        $"| {MarkdownText.Cell(request.Name)} |{users} {figures.Requests} | {figures.RequestsPerSecond:0.#} | {LoadReport.Percent(figures.FailedChecks)} | {figures.Mean:0.00} | {figures.P50:0.00} | {figures.P90:0.00} | {figures.P95:0.00} | {figures.P99:0.00} | {figures.P999:0.00} | {figures.Longest:0.00} |"
                    : $"| {MarkdownText.Cell(request.Name)} |{users} 0 |  |  |  |  |  |  |  |  |  |"
            );
        }

        page.Line($"");
        return page.ToString();
    }
}

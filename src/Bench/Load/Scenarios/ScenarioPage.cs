using System.Globalization;
using System.Text;
using Bench.Reports;

namespace Bench.Load;

internal static class ScenarioPage
{
    public static string Render(ScenarioResult result)
    {
        var (page, scenario) = (new StringBuilder(), result.Scenario);
        page.Line($"# {MarkdownText.Cell(scenario.Name)}\n");
        page.Line(
            $"`{LoadReport.Plain(scenario.Sample ?? scenario.Url!.ToString())}`: {(scenario.Rate is { } rate ? $"{rate.ToString(CultureInfo.InvariantCulture)} requests/s, shared by {scenario.MaxVirtualUsers} virtual users in turn" : $"up to {scenario.MaxVirtualUsers} virtual users")}, {scenario.TotalSeconds:0.#} s, of which {scenario.WarmUpSeconds:0.#} s are warm-up. During the warm-up, only failed connections count.\n"
        );
        if (result.Aborted is { } limit)
            page.Line($"**Ended early:** {MarkdownText.Cell(limit.Text)}.\n");
        if (result.Partial is { } partial)
            page.Line($"**Ended early:** {MarkdownText.Cell(partial)}. Requests that were waiting are not counted.\n");
        if (result.Silent > TimeSpan.Zero)
            page.Line(
                $"**The server did not respond in the last {result.Silent.TotalSeconds:0} s** although requests were sent. It hangs or breaks connections.\n"
            );
        if (result.Figures is { } figures)
        {
            page.Line($"| requests | per second | failed checks | mean, ms | p50 | p90 | p95 | p99 | p99.9 | longest |");
            page.Line($"| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
            page.Line($"| {Cells(figures)} |\n");
        }
        else
        {
            page.Line($"The server never responded.\n");
        }

        if (result.Requests is { Count: > 0 } requests)
            EachRequest(page, requests);
        if (result.NeverGood is { Count: > 0 } never)
            page.Line($"**No good response:** {string.Join(", ", never.Select(MarkdownText.Cell))}.\n");
        if (result.Errors.Connect + result.Lost > 0)
            page.Line($"Without a response: {result.Errors.Connect} connections failed, {result.Lost} requests were broken off.\n");
        if (result.Thresholds.Count > 0)
            page.Line($"| threshold | measured | |\n| --- | ---: | --- |");
        foreach (var (threshold, value, isKept) in result.Thresholds)
            page.Line(
                $"| {MarkdownText.Cell(threshold.Text)} | {(threshold.Metric.Unit == "%" ? LoadReport.Percent(value) : $"{LoadReport.Number(value, "0.##")} {threshold.Metric.Unit}".Trim())} | {(isKept ? "kept" : "**not kept**")} |"
            );
        page.Line(
            $"\nMeasured with wrk. Its script measures response times{(scenario.Rate is null ? "" : ", from when each request was due")}. A check fails if the response has another status or body, if the connection broke, or if the wait was longer than that for any response. Requests that wait at the end, or were due and not sent, count with the time that they have waited."
        );
        return page.ToString();
    }

    private static void EachRequest(StringBuilder page, IReadOnlyList<RequestFigures> requests)
    {
        var haveUsers = requests.Any(request => request.VirtualUsers is not null);
        page.Line(
            $"| request |{(haveUsers ? " virtual users |" : "")} requests | per second | failed checks | mean, ms | p50 | p90 | p95 | p99 | p99.9 | longest |"
        );
        page.Line($"| --- |{(haveUsers ? " ---: |" : "")} ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
        foreach (var request in requests)
        {
            var users = haveUsers ? string.Create(CultureInfo.InvariantCulture, $" {request.VirtualUsers} |") : "";
            page.Line(
                $"| {MarkdownText.Cell(request.Name)} |{users} {(request.Figures is { } figures ? Cells(figures) : "0 |  |  |  |  |  |  |  |  | ")} |"
            );
        }

        page.Line($"");
    }

    private static string Cells(ScenarioFigures figures) =>
        FormattableString.Invariant(
            $"{figures.Requests} | {figures.RequestsPerSecond:0.#} | {LoadReport.Percent(figures.FailedChecks)} | {figures.Mean:0.00} | {figures.P50:0.00} | {figures.P90:0.00} | {figures.P95:0.00} | {figures.P99:0.00} | {figures.P999:0.00} | {figures.Longest:0.00}"
        );
}

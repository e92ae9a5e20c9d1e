using System.Text;
using Bench.Reports;

namespace Bench.Load;

internal static class K6Report
{
    private const double Left = 210;
    private const double Right = 680;
    private const double Row = 26;
    private const double Bar = 18;
    private const double Head = 30;
    private const int MaxNameLength = 30;
    private const int Colours = 4;

    public static string Render(string name, IReadOnlyList<K6Summary> summaries)
    {
        var page = new StringBuilder();
        page.Line($"# {MarkdownText.Cell(name)}\n");
        page.Line($"| run | requests/s | mean, ms | p95, ms | failed requests | failed thresholds |");
        page.Line($"| --- | ---: | ---: | ---: | ---: | --- |");
        foreach (var summary in summaries)
            page.Line(
                $"| {MarkdownText.Cell(summary.Name)} | {LoadReport.Rate(summary.RequestsPerSecond)} | {LoadReport.Number(summary.MeanMilliseconds, "0.##")} | {LoadReport.Number(summary.P95Milliseconds, "0.##")} | {LoadReport.Percent(summary.FailedShare)} | {MarkdownText.Cell(string.Join("; ", summary.FailedThresholds))} |"
            );
        page.Line($"\nMeasured with k6 over each whole run. Requests/s include the times in which users start and stop.");
        return page.ToString();
    }

    // Runs of one application share a colour. The application is the name up to the first hyphen.
    public static string Picture(string name, IReadOnlyList<K6Summary> summaries)
    {
        var picture = new Picture();
        var highest = Math.Max(1, summaries.Max(summary => summary.RequestsPerSecond));
        string[] applications = [.. summaries.Select(ApplicationOf).Distinct()];
        picture.Label(0, 16, "requests/s (k6)", "start group");
        var y = Head;
        foreach (var summary in summaries)
        {
            var end = Left + ((Right - Left) * summary.RequestsPerSecond / highest);
            var colour = FormattableString.Invariant($"s{Array.IndexOf(applications, ApplicationOf(summary)) % Colours}");
            picture.Label(Left - 8, y + 13, RatioChart.Short(summary.Name, MaxNameLength), "end");
            picture.Area([(Left, y), (end, y), (end, y + Bar), (Left, y + Bar)], $"dot {colour}");
            picture.Label(end + 8, y + 13, LoadReport.Rate(summary.RequestsPerSecond), "start");
            y += Row;
        }

        return picture.End(y + 6, name, isFile: true);
    }

    private static string ApplicationOf(K6Summary summary) => summary.Name.Split('-')[0];
}

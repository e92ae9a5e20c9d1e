using System.Text;
using Bench.Reports;
using MathNet.Numerics.Statistics;

namespace Bench.Load;

internal static class K6Report
{
    private const double Left = 156;
    private const double Right = 276;
    private const double Row = 26;
    private const double Bar = 18;
    private const double Head = 30;
    private const int MaxNameLength = 22;
    private const int Colours = 4;

    public static string Render(string name, IReadOnlyList<K6Summary> summaries)
    {
        var page = new StringBuilder();
        page.Line($"# {MarkdownText.Cell(name)}\n");
        page.Line($"| run | requests/s | mean, ms | p95, ms | failed requests | failed thresholds |");
        page.Line($"| --- | ---: | ---: | ---: | ---: | --- |");
        foreach (var runs in summaries.GroupBy(summary => summary.Name))
        {
            var mean = Text(runs, run => run.MeanMilliseconds, value => LoadReport.Number(value, "0.##"));
            var p95 = Text(runs, run => run.P95Milliseconds, value => LoadReport.Number(value, "0.##"));
            var failed = Text(runs, run => run.FailedShare, value => LoadReport.Percent(value));
            var thresholds = MarkdownText.Cell(string.Join("; ", runs.SelectMany(run => run.FailedThresholds).Distinct()));
            page.Line($"| {MarkdownText.Cell(runs.Key)} | {Rate(runs)} | {mean} | {p95} | {failed} | {thresholds} |");
        }

        page.Line($"\nMeasured with k6 over each whole run. Requests/s include the times in which users start and stop.");
        if (summaries.DistinctBy(summary => summary.Name).Count() < summaries.Count)
            page.Line($"Runs of one name are in one line: the median, with the lowest and the highest run in brackets.");
        return page.ToString();
    }

    // Runs of one application share a colour. The application is the name up to the first hyphen.
    public static string Picture(string name, IReadOnlyList<K6Summary> summaries)
    {
        var picture = new Picture();
        var groups = summaries.GroupBy(summary => summary.Name).ToArray();
        var highest = Math.Max(1, groups.Max(Median));
        string[] applications = [.. groups.Select(runs => ApplicationOf(runs.Key)).Distinct()];
        picture.Label(0, 16, "requests/s (k6)", "start group");
        var y = Head;
        foreach (var runs in groups)
        {
            var end = Left + ((Right - Left) * Median(runs) / highest);
            var colour = FormattableString.Invariant($"s{Array.IndexOf(applications, ApplicationOf(runs.Key)) % Colours}");
            picture.Label(Left - 8, y + 13, RatioChart.Short(runs.Key, MaxNameLength), "end");
            picture.Area([(Left, y), (end, y), (end, y + Bar), (Left, y + Bar)], $"dot {colour}");
            picture.Label(end + 8, y + 13, Rate(runs), "start");
            y += Row;
        }

        return picture.End(y + 6, name, isFile: true);
    }

    private static double Median(IEnumerable<K6Summary> runs) => runs.Select(run => run.RequestsPerSecond).Median();

    private static string Rate(IEnumerable<K6Summary> runs) =>
        Text(runs, run => run.RequestsPerSecond, value => LoadReport.Rate(value!.Value));

    private static string Text(IEnumerable<K6Summary> runs, Func<K6Summary, double?> figure, Func<double?, string> text)
    {
        double[] values = [.. runs.Select(figure).OfType<double>()];
        if (values.Length == 0)
            return text(null);
        var (median, lowest, highest) = (text(values.Median()), text(values.Min()), text(values.Max()));
        return lowest == highest ? median : $"{median} ({lowest} to {highest})";
    }

    private static string ApplicationOf(string name) => name.Split('-')[0];
}

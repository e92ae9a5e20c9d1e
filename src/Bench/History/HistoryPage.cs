using System.Globalization;
using System.Text;
using Bench.Reports;

namespace Bench.History;

/// <summary>A history as one self-contained page: a picture a line, no script.</summary>
internal static class HistoryPage
{
    private const double Left = 70;
    private const double Right = 740;
    private const double Top = 8;
    private const double Panel = 120;
    private const double Height = Top + Panel + 24;

    /// <summary>Up to so many points each has a dot.</summary>
    private const int MaxDots = 100;

    private const int MaxNameLength = 40;

    /// <summary>No picture spreads less than this, so that noise does not look like a mountain.</summary>
    private static readonly double MinSpan = Math.Log(1.3);

    public static string Render(IReadOnlyList<HistoryLine> lines, double margin, string source)
    {
        var page = new StringBuilder(
            HtmlPage.Head("Benchmarks over time", Picture.Style + HtmlPage.Resource(typeof(HistoryPage), "HistoryPage.css"))
        );
        page.Append(
            CultureInfo.InvariantCulture,
            $"<p>{Text(source)}: {lines.Count} lines, {lines.Sum(line => line.Changes.Count)} changes beyond {100 * margin:0.#} %. The line is the time of each run on a logarithmic scale, the oldest first; the band its 95 % interval over launches; "
        );
        page.Append("dashed where a new level begins that holds for three runs or more.</p>\n");
        foreach (var group in lines.GroupBy(line => line.Group))
        {
            page.Append($"<h2>{Text(group.Key)}</h2>\n");
            foreach (var line in group)
                Figure(page, line);
        }

        return page.Append("</main>\n</body>\n</html>\n").ToString();
    }

    private static void Figure(StringBuilder page, HistoryLine line)
    {
        var (first, last) = (line.Points[0], line.Points[^1]);
        var summary = string.Create(
            CultureInfo.InvariantCulture,
            $"{line.Points.Count} {(line.Points.Count == 1 ? "run" : "runs")}, {Figures.Time(first.Nanoseconds)} at {first.Run.Name} ({first.Run.Date:yyyy-MM-dd}), {Figures.Time(last.Nanoseconds)} at {last.Run.Name} ({last.Run.Date:yyyy-MM-dd})"
        );
        page.Append($"<figure><figcaption>{Text(line.Id.FullName)}</figcaption>\n<p>{Text(summary)}</p>\n");
        page.Append(Draw(line, summary));
        if (line.Changes.Count > 0)
        {
            page.Append("<ul>");
            foreach (var change in line.Changes)
            {
                var run = line.Points[change.Index].Run;
                page.Append(
                    CultureInfo.InvariantCulture,
                    $"<li><span class=\"{Class(change)}\">{Figures.Factor(change.Ratio)}</span> at {Text(run.Name)}, {run.Date:yyyy-MM-dd} {Text(run.Subject)}</li>"
                );
            }

            page.Append("</ul>\n");
        }

        page.Append("</figure>\n");
    }

    private static string Draw(HistoryLine line, string summary)
    {
        var points = line.Points;
        var lowest = points.Min(point =>
            Math.Log(Math.Min(point.Nanoseconds, point.Lower is > 0 and var lower ? lower : point.Nanoseconds))
        );
        var highest = points.Max(point => Math.Log(Math.Max(point.Nanoseconds, point.Upper ?? point.Nanoseconds)));
        var spare = Math.Max(0, MinSpan - (highest - lowest)) / 2;
        (lowest, highest) = (lowest - spare, highest + spare);
        double X(int i) => points.Count == 1 ? (Left + Right) / 2 : Left + ((Right - Left) * i / (points.Count - 1));
        double Y(double nanoseconds) =>
            Math.Clamp(Top + (Panel * (highest - Math.Log(nanoseconds)) / (highest - lowest)), Top, Top + Panel);

        var picture = new Picture();
        foreach (var tick in new[] { lowest, (lowest + highest) / 2, highest }.Select(Math.Exp))
        {
            picture.Line(Left, Y(tick), Right, Y(tick), "grid");
            picture.Label(Left - 8, Y(tick) + 4, Figures.Time(tick), "end small");
        }

        picture.Label(X(0), Height - 4, Named(points[0]), points.Count == 1 ? "middle small" : "start small");
        if (points.Count > 1)
            picture.Label(Right, Height - 4, Named(points[^1]), "end small");
        if (points.Count > 1 && points.All(point => point.Lower is not null))
            picture.Area(
                [
                    .. points.Select((point, i) => (X(i), Y(point.Upper!.Value))),
                    .. points.Select((point, i) => (X(i), Y(point.Lower!.Value))).Reverse(),
                ],
                "band"
            );

        foreach (var change in line.Changes)
        {
            var x = (X(change.Index - 1) + X(change.Index)) / 2;
            picture.Line(x, Top, x, Top + Panel, Class(change));
        }

        picture.Curve(points.Select((point, i) => (X(i), Y(point.Nanoseconds))), "time");
        for (var i = 0; i < points.Count && points.Count <= MaxDots; i++)
            picture.Dot(X(i), Y(points[i].Nanoseconds), "dot", 2.5);
        return picture.End(Height, summary, isFile: false);
    }

    private static string Named(HistoryPoint point) =>
        string.Create(CultureInfo.InvariantCulture, $"{RatioChart.Short(point.Run.Name, MaxNameLength)} {point.Run.Date:yyyy-MM-dd}");

    private static string Class(HistoryChange change) => change.Ratio > 1 ? "slower" : "faster";

    private static string Text(string value) => HtmlPage.Text(value);
}

using System.Globalization;
using System.Text;
using Bench.Reports;

namespace Bench.History;

/// <summary>A history as one self-contained page: a picture a line, no script.</summary>
internal static class HistoryPage
{
    private const double Width = 1000;
    private const double Height = 120;
    private const double Edge = 6;

    /// <summary>Up to so many points each has a dot.</summary>
    private const int MaxDots = 100;

    /// <summary>No picture spreads less than this, so that noise does not look like a mountain.</summary>
    private static readonly double MinSpan = Math.Log(1.3);

    public static string Render(IReadOnlyList<HistoryLine> lines, double margin, string source)
    {
        var page = new StringBuilder(HtmlPage.Head("Benchmarks over time", HtmlPage.Resource(typeof(HistoryPage), "HistoryPage.css")));
        page.Append(CultureInfo.InvariantCulture, $"<p>{Text(source)}: {lines.Count} lines, {lines.Sum(line => line.Changes.Count)} changes beyond {100 * margin:0.#} %. The line is the time of each run on a logarithmic scale, the oldest first; the band its 95 % interval over launches; ");
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
        var summary = string.Create(CultureInfo.InvariantCulture, $"{line.Points.Count} {(line.Points.Count == 1 ? "run" : "runs")}, {Figures.Time(first.Nanoseconds)} at {first.Run.Name} ({first.Run.Date:yyyy-MM-dd}), {Figures.Time(last.Nanoseconds)} at {last.Run.Name} ({last.Run.Date:yyyy-MM-dd})");
        page.Append($"<figure><figcaption>{Text(line.Id.FullName)}</figcaption>\n<p>{Text(summary)}</p>\n");
        Picture(page, line, summary);
        if (line.Changes.Count > 0)
        {
            page.Append("<ul>");
            foreach (var change in line.Changes)
            {
                var run = line.Points[change.Index].Run;
                page.Append(CultureInfo.InvariantCulture, $"<li><span class=\"{Class(change)}\">{Figures.Factor(change.Ratio)}</span> at {Text(run.Name)}, {run.Date:yyyy-MM-dd} {Text(run.Subject)}</li>");
            }

            page.Append("</ul>\n");
        }

        page.Append("</figure>\n");
    }

    private static void Picture(StringBuilder page, HistoryLine line, string summary)
    {
        var points = line.Points;
        var lowest = points.Min(point => Math.Log(Math.Min(point.Nanoseconds, point.Lower is > 0 and var lower ? lower : point.Nanoseconds)));
        var highest = points.Max(point => Math.Log(Math.Max(point.Nanoseconds, point.Upper ?? point.Nanoseconds)));
        var spare = Math.Max(0, MinSpan - (highest - lowest)) / 2;
        (lowest, highest) = (lowest - spare, highest + spare);
        double X(int i) => points.Count == 1 ? Width / 2 : Edge + ((Width - (2 * Edge)) * i / (points.Count - 1));
        double Y(double nanoseconds) => Math.Clamp(Edge + ((Height - (2 * Edge)) * (highest - Math.Log(nanoseconds)) / (highest - lowest)), 0, Height);

        page.Append(CultureInfo.InvariantCulture, $"<svg viewBox=\"0 0 {Width:0} {Height:0}\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{Text(summary)}\">");
        if (points.Count > 1 && points.All(point => point.Lower is not null))
        {
            page.Append("<path class=\"band\" d=\"");
            for (var i = 0; i < points.Count; i++)
                page.Append(CultureInfo.InvariantCulture, $"{(i == 0 ? 'M' : 'L')}{X(i):0.#} {Y(points[i].Upper!.Value):0.#}");
            for (var i = points.Count - 1; i >= 0; i--)
                page.Append(CultureInfo.InvariantCulture, $"L{X(i):0.#} {Y(points[i].Lower!.Value):0.#}");
            page.Append("Z\"/>");
        }

        foreach (var change in line.Changes)
        {
            var x = (X(change.Index - 1) + X(change.Index)) / 2;
            page.Append(CultureInfo.InvariantCulture, $"<path class=\"{Class(change)}\" d=\"M{x:0.#} 0V{Height:0}\"/>");
        }

        page.Append("<path class=\"time\" d=\"");
        for (var i = 0; i < points.Count; i++)
            page.Append(CultureInfo.InvariantCulture, $"{(i == 0 ? 'M' : 'L')}{X(i):0.#} {Y(points[i].Nanoseconds):0.#}");
        page.Append("\"/>");
        if (points.Count <= MaxDots)
        {
            page.Append("<path class=\"dot\" d=\"");
            for (var i = 0; i < points.Count; i++)
                page.Append(CultureInfo.InvariantCulture, $"M{X(i):0.#} {Y(points[i].Nanoseconds):0.#}h0");
            page.Append("\"/>");
        }

        page.Append("</svg>\n");
    }

    private static string Class(HistoryChange change) => change.Ratio > 1 ? "slower" : "faster";

    private static string Text(string value) => HtmlPage.Text(value);
}

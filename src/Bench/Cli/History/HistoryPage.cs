using System.Globalization;
using System.Text;
using Bench.Reports;
using Bench.Results;

namespace Bench.Cli.History;

// One self-contained page with a picture for each line, and no script.
internal static class HistoryPage
{
    private const double Left = 70;
    private const double Right = 740;
    private const double Top = 32;
    private const double Panel = 120;
    private const double Height = Top + Panel + 40;

    // Each point of a line has a dot, unless there are more points.
    private const int MaxDots = 100;

    private const int MaxDates = 5;

    // No picture has a smaller range, so that noise does not look like a mountain.
    private static readonly double MinSpan = Math.Log(1.3);

    /// <param name="commits">The URL that a commit's name is appended to; null for none.</param>
    public static string Render(IReadOnlyList<HistoryLine> lines, double margin, string source, string? commits)
    {
        var page = new StringBuilder(
            HtmlPage.Head("Benchmarks over time", Picture.Style + HtmlPage.Resource(typeof(HistoryPage), "HistoryPage.css"))
        );
        page.Append(
            CultureInfo.InvariantCulture,
            $"<p>{Text(source)}: {lines.Count} lines, {lines.Sum(line => line.Changes.Count)} changes of more than {100 * margin:0.#}% (or the margin of a rule) and the noise floor. The line shows the time of each run, oldest first. The band is its 95% interval over launches. "
        );
        page.Append(
            "A dashed line marks a new level that lasts for three runs or more, with its ratio to the level before. Point at a dot to see its commit; the list below a chart has all runs.</p>\n"
        );
        Changes(page, lines, commits);
        foreach (var group in lines.GroupBy(line => line.Group))
        {
            page.Append($"<h2>{Text(group.Key)}</h2>\n");
            foreach (var line in group)
                Figure(page, line, commits);
        }

        return page.Append("</main>\n</body>\n</html>\n").ToString();
    }

    private static void Changes(StringBuilder page, IReadOnlyList<HistoryLine> lines, string? commits)
    {
        var changes = HistoryLine.LargestChanges(lines);
        if (changes.Count == 0)
            return;
        page.Append("<h2>Largest changes</h2>\n<ul>");
        foreach (var (line, change) in changes.Take(HistoryReport.MaxChanges))
            page.Append($"<li>{Text(line.Id.FullName)}: {Change(line, change, commits)}</li>");
        page.Append("</ul>\n");
    }

    private static string Change(HistoryLine line, HistoryChange change, string? commits)
    {
        var run = line.Points[change.Index].Run;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"<span class=\"{Class(change)}\">{Figures.Factor(change.Ratio)} the time before</span> at {Commit(run, commits)}, {run.Date:yyyy-MM-dd} {Text(run.Subject)}"
        );
    }

    private static void Figure(StringBuilder page, HistoryLine line, string? commits)
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
                page.Append($"<li>{Change(line, change, commits)}</li>");

            page.Append("</ul>\n");
        }

        Runs(page, line, commits);
        page.Append("</figure>\n");
    }

    private static void Runs(StringBuilder page, HistoryLine line, string? commits)
    {
        page.Append(
            CultureInfo.InvariantCulture,
            $"<details><summary>{line.Points.Count} {(line.Points.Count == 1 ? "run" : "runs")}, newest first</summary>\n<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Runs\"><table><thead><tr><th scope=\"col\">Date</th><th scope=\"col\">Commit</th><th scope=\"col\">Time (95% CI)</th><th scope=\"col\">Subject</th></tr></thead><tbody>\n"
        );
        foreach (var point in line.Points.Reverse())
            page.Append(
                CultureInfo.InvariantCulture,
                $"<tr><td>{point.Run.Date:yyyy-MM-dd}</td><td>{Commit(point.Run, commits)}</td><td class=\"number\">{Text(HistoryReport.Time(point))}</td><td>{Text(point.Run.Subject)}</td></tr>\n"
            );
        page.Append("</tbody></table></div></details>\n");
    }

    private static string Commit(HistoryRun run, string? commits) =>
        commits is null ? Text(run.Name) : $"<a href=\"{Text(commits + run.Name)}\">{Text(run.Name)}</a>";

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

        picture.Label(0, 12, "time per operation, log scale", "start small");
        Dates(picture, points, X);
        foreach (var known in WithIntervals(points))
            picture.Area(
                [
                    .. known.Select(i => (X(i), Y(points[i].Upper!.Value))),
                    .. known.Reverse().Select(i => (X(i), Y(points[i].Lower!.Value))),
                ],
                "band"
            );

        foreach (var change in line.Changes)
        {
            var x = (X(change.Index - 1) + X(change.Index)) / 2;
            picture.Line(x, Top, x, Top + Panel, Class(change));
            picture.Label(x, Top - 5, Figures.Factor(change.Ratio), $"middle small {Class(change)}");
        }

        picture.Curve(points.Select((point, i) => (X(i), Y(point.Nanoseconds))), "time");
        for (var i = 0; i < points.Count && points.Count <= MaxDots; i++)
            picture.Dot(X(i), Y(points[i].Nanoseconds), "dot", 3, Named(points[i]));
        return picture.End(Height, summary, isFile: false);
    }

    // Returns runs of at least two neighbours: a point without an interval interrupts the band.
    private static IEnumerable<int[]> WithIntervals(IReadOnlyList<HistoryPoint> points)
    {
        var from = 0;
        for (var i = 0; i <= points.Count; i++)
        {
            if (i < points.Count && points[i].Lower is not null)
                continue;
            if (i - from > 1)
                yield return [.. Enumerable.Range(from, i - from)];
            from = i + 1;
        }
    }

    // The points are equally spaced, however much time lies between them.
    private static void Dates(Picture picture, IReadOnlyList<HistoryPoint> points, Func<int, double> x)
    {
        var count = Math.Min(MaxDates, points.Count);
        for (var i = 0; i < count; i++)
        {
            var at = count == 1 ? 0 : (int)Math.Round((double)i * (points.Count - 1) / (count - 1));
            picture.Line(x(at), Top + Panel, x(at), Top + Panel + 5, "one");
            picture.Label(
                x(at),
                Top + Panel + 18,
                points[at].Run.Date.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture),
                count == 1 ? "middle small"
                    : i == 0 ? "start small"
                    : i == count - 1 ? "end small"
                    : "middle small"
            );
        }

        picture.Label((Left + Right) / 2, Height - 6, "runs, evenly spaced", "middle small");
    }

    private static string Named(HistoryPoint point) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{point.Run.Name}, {point.Run.Date:yyyy-MM-dd}: {HistoryReport.Time(point)}{(point.Run.Subject.Length == 0 ? "" : $"; {point.Run.Subject}")}"
        );

    private static string Class(HistoryChange change) => change.Ratio > 1 ? "slower" : "faster";

    private static string Text(string value) => HtmlPage.Text(value);
}

using System.Globalization;
using System.Text;
using Bench.Reports;
using Bench.Results;

namespace Bench.Cli.History;

// One self-contained page: pictures of the lines with the largest changes, then a table of all lines. A script filters both.
internal static class HistoryPage
{
    private const double Left = 64;
    private const double Right = 408;
    private const double Top = 40;
    private const double Panel = 120;
    private const double Height = Top + Panel + 42;

    // A small picture in a table.
    private const double TrendWidth = 140;
    private const double TrendHeight = 28;

    private const int MaxPictures = 20;

    // Each point of a line has a dot, unless there are more points.
    private const int MaxDots = 100;

    private const int MaxDates = 3;

    // No picture has a smaller range, so that noise does not look like a mountain.
    private static readonly double MinSpan = Math.Log(1.3);

    /// <param name="commits">The URL that a commit's name is appended to; null for none.</param>
    public static string Render(
        IReadOnlyList<HistoryLine> lines,
        double margin,
        string source,
        string? commits,
        IReadOnlyList<UndecidedBenchmark>? undecided = null
    )
    {
        var script = HtmlPage.Resource(typeof(HistoryPage), "HistoryPage.js");
        var page = new StringBuilder(
            HtmlPage.Head("Benchmarks over time", HtmlPage.Resource(typeof(HistoryPage), "HistoryPage.css"), script)
        );
        HistoryLine[] changed = [.. HistoryLine.LargestChanges(lines).Select(change => change.Line).Distinct()];
        page.Append(
            CultureInfo.InvariantCulture,
            $"<p><strong>{changed.Length} of {lines.Count} lines changed</strong> by more than {100 * margin:0.#}% (or the margin of a rule) and the noise floor, to a new level that lasts for three runs or more.</p>\n"
        );
        page.Append(
            "<div id=\"tools\" class=\"tools\" hidden><label>Benchmark contains<input id=\"text\" type=\"search\"></label><span id=\"count\" class=\"soft\" role=\"status\"></span></div>\n"
        );
        HistoryLine[] drawn = lines.Count <= MaxPictures ? [.. changed.Concat(lines).Distinct()] : [.. changed.Take(MaxPictures)];
        Undecided(page, undecided);
        page.Append("<div class=\"figures\">\n");
        foreach (var line in drawn)
            Figure(page, line, commits);
        page.Append("</div>\n");
        var groups = lines.GroupBy(line => line.Group).ToArray();
        foreach (var group in groups)
            Group(page, group, isOpen: groups.Length == 1, commits);
        page.Append(
            $"<p class=\"soft\">Made with {Text(source)}. A band is the 95% interval over launches. Scales of time are logarithmic.</p>\n"
        );
        return page.Append(HtmlPage.End(script)).ToString();
    }

    private static void Group(StringBuilder page, IGrouping<string, HistoryLine> group, bool isOpen, string? commits)
    {
        var (first, changed) = (group.First(), group.Count(line => line.Changes.Count > 0));
        // The characteristics of a job are long, so a name replaces them.
        var title = first.Id.Job.Name is { } job ? $"{first.Machine}, {job}" : group.Key;
        page.Append(
            CultureInfo.InvariantCulture,
            $"<details class=\"group\"{(isOpen ? " open" : "")}><summary><strong>{Text(title)}</strong>: {group.Count()} lines, {changed} changed</summary>\n{(title == group.Key ? "" : $"<p class=\"soft\">{Text(group.Key)}</p>\n")}<table class=\"cards\"><thead><tr><th scope=\"col\">Benchmark</th><th scope=\"col\">Trend</th><th scope=\"col\">First → last</th><th scope=\"col\">Changes</th></tr></thead>\n"
        );
        foreach (var type in group.GroupBy(line => line.Type, StringComparer.Ordinal))
        {
            page.Append($"<tbody><tr><th colspan=\"4\" scope=\"rowgroup\" class=\"name\">{Text(type.Key)}</th></tr>\n");
            foreach (var line in type)
            {
                var name = Topic.WithoutType(line.Id.FullName, type.Key);
                var runs = Summary(line);
                page.Append(
                    $"<tr class=\"line\"><th scope=\"row\" class=\"name\">{Text(name)}</th><td>{Trend(line, runs)}</td><td>{FirstToLast(line)}</td><td>{string.Join("<br>", line.Changes.Select(change => Change(line, change, commits)))}</td></tr>\n"
                );
            }

            page.Append("</tbody>\n");
        }

        page.Append("</table></details>\n");
    }

    private static void Undecided(StringBuilder page, IReadOnlyList<UndecidedBenchmark>? undecided)
    {
        if (undecided is not { Count: > 0 })
            return;
        page.Append("<h2>Often Inconclusive</h2>\n<ul>");
        foreach (var benchmark in undecided)
            page.Append($"<li>{Text($"{benchmark.Id.FullName}: {benchmark.Found}. {string.Join(' ', benchmark.Plan)}")}</li>");
        page.Append("</ul>\n");
    }

    private static string Change(HistoryLine line, HistoryChange change, string? commits)
    {
        var run = line.Points[change.Index].Run;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"<strong class=\"{Class(change)}\">{Figures.Change(change.Ratio)}</strong> at {Commit(run, commits)}, {run.Date:yyyy-MM-dd} {Text(run.Subject)}"
        );
    }

    private static void Figure(StringBuilder page, HistoryLine line, string? commits)
    {
        page.Append(
            $"<figure class=\"line\"><figcaption class=\"name\">{Text(line.Id.FullName)}</figcaption>\n<p class=\"soft\">{Text(line.Group)}</p>\n<ul>"
        );
        foreach (var change in line.Changes)
            page.Append($"<li>{Change(line, change, commits)}</li>");
        page.Append("</ul>\n").Append(Draw(line));
        Runs(page, line, commits);
        page.Append("</figure>\n");
    }

    private static void Runs(StringBuilder page, HistoryLine line, string? commits)
    {
        page.Append(
            CultureInfo.InvariantCulture,
            $"<details><summary>{Summary(line)}</summary>\n<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Runs\"><table><thead><tr><th scope=\"col\">Date</th><th scope=\"col\">Commit</th><th scope=\"col\">Time (95% CI)</th><th scope=\"col\">Subject</th></tr></thead><tbody>\n"
        );
        foreach (var point in line.Points)
            page.Append(
                CultureInfo.InvariantCulture,
                $"<tr><td>{point.Run.Date:yyyy-MM-dd}</td><td>{Commit(point.Run, commits)}</td><td class=\"number\">{Text(HistoryReport.Time(point))}</td><td>{Text(point.Run.Subject)}</td></tr>\n"
            );
        page.Append("</tbody></table></div></details>\n");
    }

    private static string Summary(HistoryLine line) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{CountText.Of(line.Points.Count, "run")}, {line.Points[0].Run.Date:yyyy-MM-dd} to {line.Points[^1].Run.Date:yyyy-MM-dd}"
        );

    private static string FirstToLast(HistoryLine line) =>
        line.Points.Count == 1
            ? Figures.Time(line.Points[0].Nanoseconds)
            : $"{Figures.Time(line.Points[0].Nanoseconds)} → {Figures.Time(line.Points[^1].Nanoseconds)}";

    private static string Commit(HistoryRun run, string? commits) =>
        commits is null ? Text(run.Name) : $"<a href=\"{Text(commits + run.Name)}\">{Text(run.Name)}</a>";

    // A curve without scales: the table has its ends.
    private static string Trend(HistoryLine line, string runs)
    {
        var picture = new Picture(TrendWidth);
        var (x, y) = Scales(line.Points, (4, TrendWidth - 4), (4, TrendHeight - 8), out _);
        picture.Curve(line.Points.Select((point, i) => (x(i), y(point.Nanoseconds))), "time");
        picture.Dot(x(line.Points.Count - 1), y(line.Points[^1].Nanoseconds), "dot", 3);
        return picture.End(TrendHeight, runs, isFile: false, "picture trend");
    }

    internal static string Draw(HistoryLine line)
    {
        var points = line.Points;
        var (x, y) = Scales(points, (Left, Right), (Top, Panel), out var range);
        var picture = new Picture();
        picture.Label(0, 14, "time per operation", "start small");
        foreach (var tick in Ticks(range.Lowest, range.Highest))
        {
            picture.Line(Left, y(tick), Right, y(tick), "grid");
            picture.Label(Left - 8, y(tick) + 5, Round(tick), "end small");
        }

        Dates(picture, points, x);
        foreach (var known in WithIntervals(points))
            picture.Area(
                [
                    .. known.Select(i => (x(i), y(points[i].Upper!.Value))),
                    .. known.Reverse().Select(i => (x(i), y(points[i].Lower!.Value))),
                ],
                "band"
            );

        foreach (var change in line.Changes)
        {
            var at = (x(change.Index - 1) + x(change.Index)) / 2;
            picture.Line(at, Top, at, Top + Panel, Class(change));
            picture.Label(at, Top - 6, Figures.Change(change.Ratio), $"middle small {Class(change)}");
        }

        picture.Curve(points.Select((point, i) => (x(i), y(point.Nanoseconds))), "time");
        for (var i = 0; i < points.Count && points.Count <= MaxDots; i++)
            picture.Dot(x(i), y(points[i].Nanoseconds), "dot", 3, Named(points[i]));
        return picture.End(Height, $"{line.Id.FullName}: {Summary(line)}", isFile: false);
    }

    // The points are equally spaced, however much time lies between them. Times are on a logarithmic scale.
    private static (Func<int, double> X, Func<double, double> Y) Scales(
        IReadOnlyList<HistoryPoint> points,
        (double From, double To) width,
        (double Top, double Height) panel,
        out (double Lowest, double Highest) range
    )
    {
        var lowest = points.Min(point =>
            Math.Log(Math.Min(point.Nanoseconds, point.Lower is > 0 and var lower ? lower : point.Nanoseconds))
        );
        var highest = points.Max(point => Math.Log(Math.Max(point.Nanoseconds, point.Upper ?? point.Nanoseconds)));
        var spare = Math.Max(0, MinSpan - (highest - lowest)) / 2;
        (lowest, highest) = (lowest - spare, highest + spare);
        range = (Math.Exp(lowest), Math.Exp(highest));
        return (
            i => points.Count == 1 ? (width.From + width.To) / 2 : width.From + ((width.To - width.From) * i / (points.Count - 1)),
            time =>
                Math.Clamp(
                    panel.Top + (panel.Height * (highest - Math.Log(time)) / (highest - lowest)),
                    panel.Top,
                    panel.Top + panel.Height
                )
        );
    }

    // About three round numbers: steps of 1, 2 or 5 times a power of ten, or over a wide range only powers of ten.
    private static IEnumerable<double> Ticks(double lowest, double highest)
    {
        const double wide = 20;
        var decade = Math.Pow(10, Math.Floor(Math.Log10(highest / lowest > wide ? lowest : (highest - lowest) / 3)));
        if (highest / lowest > wide)
        {
            for (var tick = 10 * decade; tick <= highest; tick *= 10)
                yield return tick;
            yield break;
        }

        var step = new[] { decade, 2 * decade, 5 * decade, 10 * decade }.First(step => step >= (highest - lowest) / 3 * 0.999);
        for (var i = (int)Math.Ceiling(lowest / step); i * step <= highest; i++)
            yield return i * step;
    }

    // 100 ns instead of 100.0 ns.
    private static string Round(double tick) =>
        Figures.Time(tick).Replace(".00 ", " ", StringComparison.Ordinal).Replace(".0 ", " ", StringComparison.Ordinal);

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

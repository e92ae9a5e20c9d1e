using System.Globalization;
using System.Text;
using Bench.Comparison;

namespace Bench.Reports;

// A comparison as one self-contained page with each interval drawn against the margin. A script sorts and filters it, but it is complete
// without. It loads nothing, and its content security policy only allows its own style and script.
internal static class HtmlReport
{
    // The scale covers ratios from 2/3 to 3/2. Beyond that an interval ends in an arrow.
    private const double Width = 192;
    private const double Height = 22;
    private static readonly double Reach = Math.Log(1.5);

    public static string Render(RunComparison comparison, Outcome outcome)
    {
        var style = HtmlPage.Resource(typeof(HtmlReport), "ComparisonPage.css");
        var script = HtmlPage.Resource(typeof(HtmlReport), "ComparisonPage.js");
        var verdict = outcome.ExitCode == ExitCode.Passed ? "passed" : "not passed";
        var title = $"Benchmarks: {verdict}{Remarks.AcceptedByChange(comparison)}";
        var page = new StringBuilder();
        page.Append(HtmlPage.Head(title, style, script));
        page.Append(
            $"""
            <p>{Text(outcome.Reason)} {Remarks.Margin(comparison)}.</p>

            """
        );
        foreach (var line in Remarks.Machines(comparison))
            page.Append($"<p class=\"warning\">{Text(line)}</p>\n");
        foreach (var notice in comparison.Notices)
            page.Append($"<p class=\"warning\">Settings: {Text(notice)}</p>\n");
        page.Append($"<p class=\"soft\">{About(comparison)}</p>\n");
        foreach (var difference in Remarks.OtherDifferences(comparison))
            page.Append($"<p class=\"warning\">The environments differ: {Text(difference.ToString())}</p>\n");
        foreach (var warning in comparison.Warnings)
            page.Append($"<p class=\"warning\">{Text(warning)}</p>\n");

        foreach (var (text, isWarning) in Remarks.Create(comparison))
            page.Append($"<p class=\"{(isWarning ? "warning" : "soft")}\">{Text(text)}</p>\n");

        var benchmarks = BenchmarkOrder.WorstFirst(comparison.Benchmarks);
        Tools(page, benchmarks);
        Benchmarks(page, comparison, benchmarks);
        Topics(page, comparison);
        if (CheckCost.Line(comparison) is { } cost)
            page.Append($"<p class=\"soft\">{Text(cost)}</p>\n");
        page.Append($"</main>\n<script>{script}</script>\n</body>\n</html>\n");
        return page.ToString();
    }

    private static void Tools(StringBuilder page, IReadOnlyList<ComparedBenchmark> benchmarks)
    {
        page.Append(
            "<div class=\"tools\"><label>Name contains<input id=\"text\" type=\"search\"></label><label>Show<select id=\"group\"><option value=\"\">all</option>"
        );
        foreach (var group in benchmarks.GroupBy(BenchmarkOrder.GroupOf).OrderBy(group => group.Key))
            page.Append(
                CultureInfo.InvariantCulture,
                $"<option value=\"{group.Key}\">{BenchmarkOrder.NameOf(group.Key)} ({group.Count()})</option>"
            );
        page.Append("</select></label><span id=\"count\" class=\"soft\" role=\"status\"></span></div>\n");
    }

    private static void Benchmarks(StringBuilder page, RunComparison comparison, IReadOnlyList<ComparedBenchmark> benchmarks)
    {
        page.Append(
                "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Benchmarks\"><table id=\"rows\"><caption>Worst first</caption><thead><tr>"
            )
            .Append(Head("Benchmark", "name"))
            .Append(Head("Baseline", "baseline"))
            .Append(Head("Candidate", "candidate"))
            .Append(Head("Ratio (95% CI)", "ratio"))
            .Append("<th scope=\"col\">Against the margin</th>")
            .Append(Head("Verdict", "rank"))
            .Append(Head("Allocated", "allocated"))
            .Append("<th scope=\"col\">Notes</th></tr></thead><tbody>\n");
        for (var i = 0; i < benchmarks.Count; i++)
            Benchmark(page, comparison, benchmarks[i], i);
        page.Append("</tbody></table></div>\n");
    }

    private static string Head(string text, string key) =>
        $"<th scope=\"col\"><button type=\"button\" data-key=\"{key}\">{text}</button></th>";

    private static void Benchmark(StringBuilder page, RunComparison comparison, ComparedBenchmark benchmark, int rank)
    {
        var (time, sides) = (benchmark.Measured, Figures.Sides(benchmark));
        var remedy = Remedies.Render(comparison, benchmark) is { } command ? $"<br><code>{Text(command)}</code>" : "";
        var name = Text(benchmark.Name);
        var allocated = benchmark.Allocation is { } allocation ? allocation.CandidateBytes - allocation.BaselineBytes : (double?)null;
        page.Append(
                $"<tr class=\"{BenchmarkOrder.GroupOf(benchmark)}\" data-name=\"{name}\" data-rank=\"{rank}\" data-baseline=\"{Number(time?.Baseline)}\" "
            )
            .Append(
                $"data-candidate=\"{Number(time?.Candidate)}\" data-ratio=\"{Number(benchmark.Judged?.Ratio)}\" data-allocated=\"{Number(allocated)}\">"
            )
            .Append(
                $"<th scope=\"row\" class=\"name\">{name.Replace(".", ".<wbr>", StringComparison.Ordinal)}</th><td class=\"number\">{sides?.Baseline}</td>"
            )
            .Append(
                $"<td class=\"number\">{sides?.Candidate}</td><td class=\"number\">{(benchmark.Judged is { } judged ? Figures.Ratio(judged) : "")}</td>"
            )
            .Append(
                $"<td>{Interval(benchmark)}</td><td class=\"verdict\">{Text(Figures.Verdict(benchmark))}</td><td>{Text(Figures.Allocation(benchmark.Allocation))}</td><td>{Text(Figures.Notes(benchmark))}{remedy}</td></tr>\n"
            );
    }

    private static string Interval(ComparedBenchmark benchmark)
    {
        if (benchmark.Judged is not { } time || time.Deciding is not ({ } lower, { } upper))
            return "";

        const double middle = Height / 2;
        var picture = new Picture(Width);
        double from = X(-benchmark.Margin.Log),
            to = X(benchmark.Margin.Log);
        picture.Area([(from, 1), (to, 1), (to, Height - 1), (from, Height - 1)], "margin");
        picture.Line(X(0), 1, X(0), Height - 1, "one");
        picture.Line(X(Math.Log(lower)), middle, X(Math.Log(upper)), middle, "interval");
        picture.Dot(X(Math.Log(time.Ratio)), middle, "ratio", 3.5);
        if (Math.Log(upper) > Reach)
            picture.Area([(Width, middle), (Width - 7, middle - 5), (Width - 7, middle + 5)], "arrow");
        if (Math.Log(lower) < -Reach)
            picture.Area([(0, middle), (7, middle - 5), (7, middle + 5)], "arrow");
        return picture.End(
            Height,
            $"{Figures.Ratio(time)}, margin {Figures.Percent(benchmark.Margin.Relative)}: {Figures.VerdictOnTime(benchmark)}",
            isFile: false,
            "against"
        );
    }

    private static double X(double logRatio) => (Math.Clamp(logRatio / Reach, -1, 1) + 1) / 2 * Width;

    private static void Topics(StringBuilder page, RunComparison comparison)
    {
        var topics = Topic.Create(comparison.Benchmarks);
        if (topics.Count == 0)
            return;

        page.Append(
            $"<h2>Geometric means</h2>\n<p class=\"soft\">{Topic.Warning}</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Geometric means\"><table><thead><tr><th scope=\"col\">Topic</th><th scope=\"col\">Rows</th><th scope=\"col\">Geometric mean</th></tr></thead><tbody>\n"
        );
        foreach (var topic in topics)
            page.Append(
                $"<tr><td class=\"name\">{Text(topic.Name)}</td><td>{topic.Benchmarks}</td><td>{Text(Figures.Factor(topic.GeometricMean))}</td></tr>\n"
            );
        page.Append("</tbody></table></div>\n");
    }

    private static string About(RunComparison comparison) =>
        AboutCheck.Create(comparison) is { Count: > 0 } lines
            ? string.Join("<br>", lines.Select(line => $"{line.Name}: {Text(line.Value)}"))
            : $"Baseline: {Sources(comparison.BaselineSources)}. Candidate: {Sources(comparison.CandidateSources)}.";

    private static string Sources(IReadOnlyList<string> sources) =>
        sources.Count <= 3 ? string.Join(", ", sources.Select(Text)) : $"{Text(sources[0])} and {sources.Count - 1} more files";

    private static string Text(string value) => HtmlPage.Text(value);

    private static string Number(double? value) =>
        value is { } number && double.IsFinite(number) ? number.ToString("R", CultureInfo.InvariantCulture) : "";
}

using System.Globalization;
using System.Text;
using Bench.Load;
using Bench.Reports;

namespace Bench.Cli.Report;

// The page is self-contained: first the winner of each question, then pictures and tables.
internal static class RunPage
{
    private const string Title = "Benchmark results";

    public static string Render(Artifacts artifacts, SourceLinks links, string command)
    {
        var script = HtmlPage.Resource(typeof(RunPage), "RunPage.js");
        var page = new StringBuilder(HtmlPage.Head(Title, HtmlPage.Resource(typeof(RunPage), "RunPage.css"), script));
        var topics = Topics(artifacts);
        var questions = Question.Create(artifacts.Asked, topics);
        var places = new Anchors();
        string[] ofQuestions = [.. questions.Select(question => places.Take(question.Text))];
        string[] anchors = [.. topics.Select(topic => places.Take(topic.Name))];
        var headings = Headings(topics, places);
        page.Append("<div class=\"questions\">\n");
        foreach (var (question, place) in questions.Zip(ofQuestions))
            Answered(page, question, place, headings);
        page.Append("</div>\n<nav aria-label=\"Topics\"><ul>");
        for (var i = 0; i < topics.Count; i++)
            page.Append($"<li><a href=\"#{anchors[i]}\">{Text(topics[i].Name)}</a></li>");
        page.Append(artifacts.Sweeps.Count > 0 ? "<li><a href=\"#load-curves\">Load curves</a></li></ul></nav>\n" : "</ul></nav>\n");
        Overview(page, topics, headings);
        for (var i = 0; i < topics.Count; i++)
            Topic(page, topics[i].Name, anchors[i], topics[i].Categories, headings, links);
        if (artifacts.Sweeps.Count > 0)
            Sweeps(page, artifacts, links);
        About(page, artifacts, command);
        page.Append(
                "<h2 id=\"how-to-read-it\">How to read it</h2>\n<ul><li>A time ratio is the time of a variant divided by the time of the baseline. A throughput ratio is the same for throughput. The interval contains the true ratio with the confidence that the chart names. Each interval is for one pair: if the best of many variants is chosen by its figure, it looks slightly better than it is.</li>"
            )
            .Append(
                "<li>A variant is significantly different from the best if the interval does not include 1 and the two are not equal within the margin. If both were compared with a third variant, it is so if their intervals do not overlap. Variants that are not significantly different may still differ, within the interval. Not judged means that there were too few launches for an interval.</li>"
            )
            .Append(
                "<li>In tables, slower means that the interval lies above 1, and no significant difference means that it includes 1. Times of interleaved variants are the median time of the baseline multiplied by the ratio, because each pair ran at a different time. Throughputs under load are medians over rounds, and their ratios are computed within each round, so that one is not the quotient of the others. For interleaved variants and under load, faster, slower, more and less mean by more than the margin; equal means within it.</li>"
            )
            .Append(
                "<li>A hollow dot is not significantly different from the best, or not judged. Values above 20x or below 0.05x are drawn at the edge of the chart.</li>"
            )
            .Append(
                "<li>Benchmarks of a table are measured one after the other, minutes apart. Interleaved variants are measured at the same time. If both answer a question, trust the interleaved result.</li></ul>\n"
            );
        return page.Append(HtmlPage.End(script)).ToString();
    }

    public static IEnumerable<(string File, string Svg)> Pictures(Artifacts artifacts)
    {
        var taken = new Anchors();
        foreach (var (topic, categories) in Topics(artifacts))
        {
            foreach (var same in categories.GroupBy(category => category.How))
                yield return (
                    Name(same.Key == ReportedCategory.Unpaired ? topic + " tables" : topic),
                    RatioChart.Render($"{topic}: {same.Key}", [.. same], isFile: true)
                );
        }

        foreach (var (title, runs) in Curves(artifacts))
            yield return (Name($"load {title}"), LoadPicture.Render(title, runs, isFile: true));

        string Name(string text) => taken.Take(text) + ".svg";
    }

    public static string Found(Artifacts artifacts) =>
        $"{CountText.Of(artifacts.Categories.Count, "question")}, {CountText.Of(artifacts.Sweeps.Count, "load curve")}";

    private static void About(StringBuilder page, Artifacts artifacts, string command)
    {
        page.Append($"<h2 id=\"about\">What was measured</h2>\n<p class=\"soft\">{Text(command)}: {Found(artifacts)}.</p>\n");
        foreach (var warning in artifacts.Warnings)
            page.Append($"<p class=\"warning\">{Text(warning)}</p>\n");
        foreach (var (environment, files) in artifacts.Environments)
        {
            string?[] said =
            [
                environment.Processor,
                environment.Cores is { } cores ? $"{cores} logical cores" : null,
                environment.OperatingSystem,
                environment.Architecture,
                environment.Runtime,
                environment.GcMode is { } gc ? $"{gc} GC" : null,
                environment.BenchmarkDotNet is { } version ? $"BenchmarkDotNet {version}" : null,
            ];
            page.Append(
                $"<p class=\"soft\">{Text(string.Join(", ", said.Where(one => !string.IsNullOrEmpty(one)).DefaultIfEmpty("machine unknown")))}: {CountText.Of(files, "file")}.</p>\n"
            );
        }
    }

    private static void Answered(
        StringBuilder page,
        Question question,
        string place,
        Dictionary<ReportedCategory, (string Place, string Name)> headings
    )
    {
        var answer = Answer.Create(question.Categories);
        page.Append(
                $"<section class=\"question\"><h2 id=\"{place}\">{Permanent(place, question.Text)}</h2>\n<p class=\"answer\"><strong>{Text(answer.Name)}</strong>{Text(answer.Rest)}</p>\n"
            )
            .Append(RatioChart.RenderTogether($"{question.Text} {answer}", question.Categories))
            .Append("<details class=\"soft\"><summary>Intervals</summary><ul>")
            .AppendJoin(
                "",
                question.Categories.Select(category =>
                    $"<li><a href=\"#{headings[category].Place}\">{Text(headings[category].Name)}</a></li>"
                )
            )
            .Append("</ul></details></section>\n");
    }

    // The heading links to itself, so that the link can be copied.
    private static string Permanent(string place, string heading) => $"<a class=\"permanent\" href=\"#{place}\">{Text(heading)}</a>";

    // Load measurements come last.
    private static List<(string Name, IReadOnlyList<ReportedCategory> Categories)> Topics(Artifacts artifacts)
    {
        var names = artifacts
            .Categories.Select(category => category.Topic)
            .Distinct(StringComparer.Ordinal)
            .CountBy(Last, StringComparer.Ordinal)
            .ToDictionary(StringComparer.Ordinal);
        return
        [
            .. artifacts
                .Categories.GroupBy(category => category.Topic)
                .OrderBy(topic => topic.Key == MatrixCategory.UnderLoad)
                .ThenBy(topic => topic.Key, StringComparer.Ordinal)
                .Select(topic =>
                    (
                        names[Last(topic.Key)] == 1 ? Last(topic.Key) : topic.Key,
                        (IReadOnlyList<ReportedCategory>)[.. topic.OrderBy(category => category.How == ReportedCategory.Unpaired)]
                    )
                ),
        ];

        // The last part of a namespace differs from the others.
        static string Last(string topic) => topic[(topic.LastIndexOf('.') + 1)..];
    }

    private static void Overview(
        StringBuilder page,
        List<(string Name, IReadOnlyList<ReportedCategory> Categories)> topics,
        Dictionary<ReportedCategory, (string Place, string Name)> headings
    )
    {
        if (topics.Count == 0)
            return;
        page.Append(
                "<h2 id=\"overview\">Overview</h2>\n<div id=\"tools\" class=\"tools\" hidden><label>Question or variant contains<input id=\"text\" type=\"search\"></label><span id=\"count\" class=\"soft\" role=\"status\"></span></div>\n"
            )
            .Append(
                "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Overview\"><table id=\"all\"><thead><tr><th scope=\"col\" data-sort=\"text\">Question</th><th scope=\"col\" data-sort=\"text\">Best</th><th scope=\"col\" data-sort=\"number\">Ratio to the next</th><th scope=\"col\">Not significantly different</th></tr></thead>\n"
            );
        foreach (var (name, categories) in topics)
        {
            page.Append($"<tbody><tr class=\"topic\"><th colspan=\"4\" scope=\"rowgroup\">{Text(name)}</th></tr>\n");
            foreach (var category in categories)
            {
                var (place, heading) = headings[category];
                var (best, ahead, open) = Summary(category);
                page.Append(
                    CultureInfo.InvariantCulture,
                    $"<tr data-text=\"{Searched(category)}\"><th scope=\"row\" class=\"name\"><a href=\"#{place}\">{Text(heading)}</a><br><span class=\"soft\">{Text(category.How.Split(';')[0])}</span></th><td>{best}</td><td data-value=\"{Number(Lead(category))}\">{Text(ahead)}</td><td>{Text(open)}</td></tr>\n"
                );
            }

            page.Append("</tbody>\n");
        }

        page.Append("</table></div>\n");
    }

    // How many times better the winner is than the next variant that differs significantly.
    private static double? Lead(ReportedCategory category) =>
        category.Alternatives is [{ Ratio: { } best }, ..] measured
        && measured.Skip(1).FirstOrDefault(one => one.Ratio is not null && category.IsSignificantlyDifferent(one))?.Ratio is { } next
            ? Math.Abs(Math.Log(next / best))
            : null;

    private static (string Best, string Ahead, string Open) Summary(ReportedCategory category)
    {
        var measured = category.Alternatives.Where(alternative => alternative.Ratio is not null).ToArray();
        if (measured.Length == 0)
            return ("nothing was measured", "", "");
        var best = measured[0];
        var others = measured[1..];
        var apart = others.Where(category.IsSignificantlyDifferent).ToArray();
        var next = apart.FirstOrDefault();
        var open = others.Except(apart).ToArray();
        var ahead =
            next is null ? ""
            : best.Name == category.Reference ? $"{next.Name} {RatioText.Render(next)}"
            : next.Name == category.Reference ? $"{RatioText.Render(best)} of {next.Name}"
            : $"{RatioText.Render(best)} of {category.Reference}; {next.Name} {RatioText.Render(next)}";
        var unjudged = open.Where(alternative => !category.IsJudged(alternative)).Select(alternative => alternative.Name).ToArray();
        var like = string.Join(", ", open.Where(category.IsJudged).Select(alternative => alternative.Name));
        return (
            $"{(open.Length == 0 && apart.Length > 0 ? $"<strong>{Text(best.Name)}</strong>" : Text(best.Name))} {Text(best.Figure ?? "")}",
            ahead,
            unjudged.Length == 0 ? like : $"{like}{(like.Length == 0 ? "" : "; ")}not judged: {string.Join(", ", unjudged)}"
        );
    }

    private static void Topic(
        StringBuilder page,
        string name,
        string place,
        IReadOnlyList<ReportedCategory> categories,
        Dictionary<ReportedCategory, (string Place, string Name)> headings,
        SourceLinks links
    )
    {
        page.Append($"<section class=\"topic\"><h2 id=\"{place}\">{Permanent(place, name)}</h2>\n");
        foreach (var same in categories.GroupBy(category => category.How))
        {
            var title = FormattableString.Invariant(
                $"Ratios of {(same.First().IsMoreBetter ? "throughput, higher is better" : "time, lower is better")}, measured {same.Key}"
            );
            Figure(page, RatioChart.Render($"{name}: {title}. The tables below have the figures.", [.. same], isFile: false), title);
            foreach (var category in same)
                Table(page, category, headings[category], links);
        }

        page.Append("</section>\n");
    }

    private static void Table(StringBuilder page, ReportedCategory category, (string Place, string Name) heading, SourceLinks links)
    {
        var (place, name) = heading;
        var (hasSpread, hasAllocation) = (
            category.Alternatives.Any(alternative => alternative.Spread is not null),
            category.Alternatives.Any(alternative => alternative.Allocated is not null)
        );
        page.Append(
                $"<section class=\"case\" data-text=\"{Searched(category)}\"><h3 id=\"{place}\">{Permanent(place, name)}</h3>\n<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{Text(name)}\"><table><thead><tr>"
            )
            .Append(Head("Variant", "text"))
            .Append(Head(category.IsMoreBetter ? "Throughput" : "Time", "number"))
            .Append(Head($"To {category.Reference}", "number"))
            .Append(Head("Verdict", "text"))
            .Append(hasSpread ? Head("Launch spread", "number") : "")
            .Append(hasAllocation ? Head("Allocated", "number") : "")
            .Append("<th scope=\"col\">Source</th></tr></thead><tbody>\n");
        foreach (var alternative in category.Alternatives)
        {
            // Within a category, figures and ratios sort in the same order.
            var ratio = Number(alternative.Ratio);
            page.Append(
                    $"<tr><th scope=\"row\" class=\"name\">{Text(alternative.Name)}</th><td class=\"number\" data-value=\"{ratio}\">{Text(alternative.Figure ?? "")}</td><td class=\"number\" data-value=\"{ratio}\">{Text(RatioText.Render(alternative))}</td><td>{Text(alternative.Note.Length == 0 ? alternative.Word : alternative.Word.Length == 0 ? alternative.Note : $"{alternative.Word}; {alternative.Note}")}</td>"
                )
                .Append(
                    $"{(hasSpread ? $"<td class=\"number\" data-value=\"{Number(alternative.Spread)}\">{alternative.Spread?.ToString("0.0%", CultureInfo.InvariantCulture)}</td>" : "")}{(hasAllocation ? $"<td class=\"number\" data-value=\"{Number(alternative.AllocatedBytes)}\">{Text(alternative.Allocated ?? "")}</td>" : "")}<td>{Source(category, links)}</td></tr>\n"
                );
        }

        page.Append("</tbody></table></div></section>\n");
    }

    private static string Head(string text, string order) => $"<th scope=\"col\" data-sort=\"{order}\">{Text(text)}</th>";

    // The text that the filter searches.
    private static string Searched(ReportedCategory category) =>
        Text(category.Question + " " + string.Join(' ', category.Alternatives.Select(alternative => alternative.Name)));

    private static string Number(double? value) => value?.ToString("R", CultureInfo.InvariantCulture) ?? "";

    private static string Source(ReportedCategory category, SourceLinks links)
    {
        var figures = links.ToResults(category.Source) is { } results ? $"<a href=\"{Text(results)}\">figures</a>" : Text(category.Source);
        return category.Type.Length > 0 && links.ToCode(category.Type) is { } code
            ? $"{figures}, <a href=\"{Text(code)}\">code</a>"
            : figures;
    }

    private static void Sweeps(StringBuilder page, Artifacts artifacts, SourceLinks links)
    {
        page.Append("<section><h2 id=\"load-curves\">Load curves</h2>\n");
        foreach (var (title, runs) in Curves(artifacts))
            Figure(page, LoadPicture.Render(title, runs, isFile: false), $"{title}: the median over rounds, with their range");
        foreach (var (run, source) in artifacts.Sweeps)
        {
            page.Append(
                $"<h3>{Text(run.Name)}: {Text(run.Target.ToString())}</h3>\n<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{Text(run.Name)}\"><table><thead><tr><th scope=\"col\">Connections</th><th scope=\"col\">Requests/s (wrk)</th><th scope=\"col\">Mean, ms</th><th scope=\"col\">p50, ms (h2load)</th><th scope=\"col\">p99, ms</th><th scope=\"col\">Success</th><th scope=\"col\">Notes</th><th scope=\"col\">Source</th></tr></thead><tbody>\n"
            );
            foreach (var level in run.Levels)
            {
                string Number(double? value, string format) => value?.ToString(format, CultureInfo.InvariantCulture) ?? "";
                page.Append(
                        CultureInfo.InvariantCulture,
                        $"<tr><th scope=\"row\">{level.Connections}</th><td class=\"number\">{LoadReport.Rate(level.RequestsPerSecond)}</td><td class=\"number\">{Number(level.MeanMilliseconds, "0.00")}</td><td class=\"number\">{Number(level.Median(round => round.ResponseTimes?.P50), "0.00")}</td>"
                    )
                    .Append(
                        $"<td class=\"number\">{Number(level.Median(round => round.ResponseTimes?.P99), "0.00")}</td><td class=\"number\">{Text(LoadReport.Percent(level.Success))}</td><td>{Text(string.Join("; ", level.Notes))}</td><td>{(links.ToResults(source) is { } link ? $"<a href=\"{Text(link)}\">figures</a>" : Text(source))}</td></tr>\n"
                    );
            }

            page.Append("</tbody></table></div>\n");
        }

        page.Append("</section>\n");
    }

    // Two runs of one class have the same heading, so the names of their files distinguish them.
    private static Dictionary<ReportedCategory, (string Place, string Name)> Headings(
        List<(string Name, IReadOnlyList<ReportedCategory> Categories)> topics,
        Anchors places
    )
    {
        (string Topic, ReportedCategory Category)[] all =
        [
            .. topics.SelectMany(topic => topic.Categories, (topic, category) => (topic.Name, category)),
        ];
        var asked = all.CountBy(one => Asked(one.Category)).ToDictionary();
        var headings = new Dictionary<ReportedCategory, (string, string)>(ReferenceEqualityComparer.Instance);
        foreach (var (topic, category) in all)
        {
            var name = asked[Asked(category)] == 1 ? category.Question : $"{category.Question} ({category.Source})";
            headings.Add(category, (places.Take($"{topic} {name}"), name));
        }

        return headings;

        static (string, string, string) Asked(ReportedCategory category) => (category.Topic, category.Question, category.How);
    }

    // Sweeps over the same path share a picture, up to the number that a reader can distinguish.
    private static IEnumerable<(string Title, IReadOnlyList<LoadRun> Runs)> Curves(Artifacts artifacts) =>
        artifacts
            .Sweeps.Select(sweep => sweep.Run)
            .Where(run => run.Levels.Any(level => level.MeanMilliseconds is not null))
            .GroupBy(run => run.Target.Path)
            .SelectMany(same =>
                same.Chunk(LoadPicture.MaxSeries)
                    .Select(runs => (string.Join(", ", runs.Select(run => run.Name)), (IReadOnlyList<LoadRun>)runs))
            );

    private static void Figure(StringBuilder page, string picture, string caption) =>
        page.Append($"<figure>{picture}<figcaption>{Text(caption)}</figcaption></figure>\n");

    private static string Text(string value) => HtmlPage.Text(value);
}

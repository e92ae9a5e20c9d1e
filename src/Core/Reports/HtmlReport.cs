using System.Globalization;
using System.Text;
using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Reports;

// A comparison as one self-contained page: the outcome, then all benchmarks that changed, worst first, then the others, folded. A script
// sorts and filters, but the page is complete without it.
internal static class HtmlReport
{
    // A picture covers ratios from 1/Reach to Reach. Beyond that an interval ends in an arrow.
    private const double Reach = 2.5;
    private const double Width = 240;
    private const double Band = 20;
    private const double Height = Band + 14;
    private const int Columns = 6;
    private const double WideMargin = 0.1;
    private const double WidthOfLetter = 8;
    private const double WidestMargin = 0.3;

    // So few, that the first benchmark is on the first screen of a phone.
    private static readonly string[] Counters = ["bad", "open", "changed", ""];

    public static string Render(RunComparison comparison, Outcome outcome)
    {
        var style = HtmlPage.Resource(typeof(HtmlReport), "ComparisonPage.css");
        var script = HtmlPage.Resource(typeof(HtmlReport), "ComparisonPage.js");
        var (words, tone) = Status(outcome.ExitCode);
        var page = new StringBuilder(
            HtmlPage.Head($"Benchmarks: {words}{Remarks.AcceptedByChange(comparison)}", style, script, $"status {tone}")
        );
        var benchmarks = BenchmarkOrder.WorstFirst(comparison.Benchmarks);
        page.Append("<ul class=\"counts\">");
        foreach (var counter in benchmarks.GroupBy(CounterOf).OrderBy(counter => Array.IndexOf(Counters, counter.Key)))
            page.Append(
                CultureInfo.InvariantCulture,
                $"<li class=\"{counter.Key}\"><strong>{counter.Count()}</strong> {NameOfCounter(counter)}</li>"
            );
        page.Append("</ul>\n");
        if (outcome.ExitCode != ExitCode.Regressed)
            page.Append($"<p>{Text(outcome.Reason)}</p>\n");
        foreach (var line in Remarks.Machines(comparison))
            page.Append($"<p class=\"warning\">{Text(line)}</p>\n");

        Tools(page, benchmarks);
        var open = benchmarks.TakeWhile(benchmark => !IsFolded(BenchmarkOrder.GroupOf(benchmark))).ToArray();
        var folded = benchmarks.Skip(open.Length).ToArray();
        if (open.Length > 0)
            Benchmarks(page, comparison, open, 0);
        if (folded.Length > 0)
        {
            page.Append($"<details id=\"folded\"><summary>{BenchmarkOrder.Counts(folded)}</summary>\n");
            Benchmarks(page, comparison, folded, open.Length);
            page.Append("</details>\n");
        }

        About(page, comparison);
        return page.Append(HtmlPage.End(script)).ToString();
    }

    private static (string Words, string Tone) Status(ExitCode exitCode) =>
        exitCode switch
        {
            ExitCode.Passed => ("passed", "good"),
            ExitCode.Regressed => ("failed", "bad"),
            ExitCode.Inconclusive => ("undecided", "open"),
            ExitCode.Interrupted => ("interrupted", "open"),
            ExitCode.Environment => ("different environments", "open"),
            _ => ("nothing compared", "open"),
        };

    private static string CounterOf(ComparedBenchmark benchmark) =>
        BenchmarkOrder.GroupOf(benchmark) switch
        {
            BenchmarkGroup.Failing or BenchmarkGroup.Lost => "bad",
            BenchmarkGroup.Inconclusive => "open",
            BenchmarkGroup.Regressed
            or BenchmarkGroup.Differs
            or BenchmarkGroup.OtherAllocation
            or BenchmarkGroup.Improved
            or BenchmarkGroup.New => "changed",
            _ => "",
        };

    private static string NameOfCounter(IGrouping<string, ComparedBenchmark> counter) =>
        counter.Key switch
        {
            "bad" when counter.All(benchmark => benchmark is { TimeFails: true, AllocationFails: false, Unit: FigureUnit.Nanoseconds }) =>
                "slower",
            "bad" when counter.All(benchmark => benchmark is { TimeFails: false, AllocationFails: true }) => "allocating more",
            "bad" => "failing",
            "open" => "inconclusive",
            "changed" when counter.Select(BenchmarkOrder.GroupOf).Distinct().ToArray() is [var only] => BenchmarkOrder.NameOf(only),
            "changed" => "changed or new",
            _ when counter.All(benchmark => benchmark.HasSameCode) => "same code",
            _ when counter.All(IsUnchanged) => "unchanged",
            _ => "others",
        };

    private static bool IsUnchanged(ComparedBenchmark benchmark) =>
        BenchmarkOrder.GroupOf(benchmark) is BenchmarkGroup.Equivalent or BenchmarkGroup.NotWorse or BenchmarkGroup.SameCode;

    private static string Tone(BenchmarkGroup group) =>
        group switch
        {
            BenchmarkGroup.Failing or BenchmarkGroup.Lost => "bad",
            BenchmarkGroup.Regressed or BenchmarkGroup.Inconclusive => "open",
            BenchmarkGroup.Improved => "good",
            _ => "",
        };

    // These groups come last in the order.
    private static bool IsFolded(BenchmarkGroup group) => group >= BenchmarkGroup.Usual;

    private static void Tools(StringBuilder page, IReadOnlyList<ComparedBenchmark> benchmarks)
    {
        page.Append(
            "<div class=\"tools\"><label>Name contains<input id=\"text\" type=\"search\"></label><label>Show<select id=\"group\"><option value=\"\">all</option>"
        );
        foreach (var group in benchmarks.CountBy(BenchmarkOrder.GroupOf))
            page.Append(
                CultureInfo.InvariantCulture,
                $"<option value=\"{group.Key}\">{BenchmarkOrder.NameOf(group.Key)} ({group.Value})</option>"
            );
        page.Append("</select></label><span id=\"count\" class=\"soft\" role=\"status\"></span></div>\n");
    }

    private static void Benchmarks(StringBuilder page, RunComparison comparison, ComparedBenchmark[] benchmarks, int rank)
    {
        page.Append("<table class=\"cards\"><thead><tr>")
            .Append(Head("Benchmark", "name"))
            .Append(Head("Change", "ratio"))
            .Append("<th scope=\"col\">Change and margin</th>")
            .Append(Head("Time", "time"))
            .Append(Head("Allocated", "allocated"))
            .Append(Head("Verdict", "rank"))
            .Append("</tr></thead>\n");
        foreach (var benchmark in benchmarks)
            Benchmark(page, comparison, benchmark, rank++);
        page.Append("</table>\n");
    }

    private static string Head(string text, string key) =>
        $"<th scope=\"col\"><button type=\"button\" data-key=\"{key}\">{text}</button></th>";

    private static void Benchmark(StringBuilder page, RunComparison comparison, ComparedBenchmark benchmark, int rank)
    {
        var (group, name) = (BenchmarkOrder.GroupOf(benchmark), Text(benchmark.Name));
        var (judged, bytes) = (benchmark.Judged, benchmark.Allocation);
        page.Append(
                CultureInfo.InvariantCulture,
                $"<tbody class=\"{group} {Tone(group)}\" data-name=\"{name}\" data-rank=\"{rank}\" data-ratio=\"{Number(judged?.Ratio)}\" "
            )
            .Append(
                $"data-time=\"{Number(benchmark.Measured?.Candidate)}\" data-allocated=\"{Number(bytes?.CandidateBytes - bytes?.BaselineBytes)}\">"
            )
            .Append($"<tr><th scope=\"row\" class=\"name\">{name.Replace(".", ".<wbr>", StringComparison.Ordinal)}</th>")
            .Append(
                judged is { Ratio: > 0 }
                    ? $"<td class=\"{Tone(judged.Verdict, benchmark.TimeFails)}\">{Change(judged)}</td><td>{Interval(benchmark, judged)}</td><td class=\"sides\">{Sides(benchmark)}</td>"
                    : "<td></td><td></td><td></td>"
            )
            .Append(
                bytes is null ? "<td></td>" : $"<td class=\"{Tone(bytes.Verdict, benchmark.AllocationFails)}\">{Allocation(bytes)}</td>"
            )
            .Append($"<td class=\"verdict {Tone(group)}\">{Text(Figures.Verdict(benchmark))}</td></tr>\n");
        string[] below =
        [
            .. new[] { Figures.Notes(benchmark) }.Where(notes => notes.Length > 0).Select(Text),
            .. Commands(comparison, benchmark).Select(next => $"{next.Name}: {HtmlPage.Command(next.Command)}"),
        ];
        if (below.Length > 0)
            page.Append(
                CultureInfo.InvariantCulture,
                $"<tr class=\"below\"><td colspan=\"{Columns}\">{string.Concat(below.Select(line => $"<div>{line}</div>"))}</td></tr>\n"
            );
        page.Append("</tbody>\n");
    }

    private static IEnumerable<(string Name, string Command)> Commands(RunComparison comparison, ComparedBenchmark benchmark) =>
        comparison.LoadRounds is not null ? []
        : Remedies.Create(comparison, [benchmark]) is [var repeat]
            ?
            [
                .. new[] { CommandText.Explain(comparison, benchmark) }.OfType<string>().Select(explain => ("See why", explain)),
                ("Measure again", repeat),
            ]
        : [];

    private static string Tone(Verdict verdict, bool fails) =>
        fails ? "bad"
        : verdict is Verdict.Regressed or Verdict.Inconclusive ? "open"
        : verdict is Verdict.Improved ? "good"
        : "";

    private static string Sides(ComparedBenchmark benchmark) =>
        Figures.Sides(benchmark) is var (baseline, candidate) ? $"{baseline} → {candidate}" : "";

    private static string Change(TimeJudgement time)
    {
        var interval = time.Deciding is ({ } lower, { } upper)
            ? FormattableString.Invariant(
                $" <span class=\"soft\">{100 * time.Confidence:0}%: {Figures.Change(lower)} to {Figures.Change(upper)}</span>"
            )
            : "";
        return $"<strong>{Figures.Change(time.Ratio)}</strong>{interval}";
    }

    private static string Allocation(AllocationJudgement bytes) =>
        Figures.Change(bytes) is { Length: > 0 } change
            ? $"<strong>{change}</strong> <span class=\"soft\">{Figures.Bytes(bytes.BaselineBytes)} → {Figures.Bytes(bytes.CandidateBytes)}</span>"
            : $"<span class=\"soft\">{Figures.Bytes(bytes.CandidateBytes)}</span>";

    private static string Interval(ComparedBenchmark benchmark, TimeJudgement time)
    {
        if (time.Deciding is not ({ } lower, { } upper))
            return "";

        const double middle = Band / 2;
        var (picture, margin) = (new Picture(Width), Figures.Percent(benchmark.Margin.Relative));
        // Linear within the margin and logarithmic beyond it, so that both can be seen.
        double Scale(double logRatio) => Math.Asinh(logRatio / benchmark.Margin.Log);
        double X(double logRatio) => (Math.Clamp(Scale(logRatio) / Scale(Math.Log(Reach)), -1, 1) + 1) / 2 * Width;
        var (from, to) = (X(-benchmark.Margin.Log), X(benchmark.Margin.Log));
        picture.Area([(from, 0), (to, 0), (to, Band), (from, Band)], "margin");
        picture.Line(X(0), 0, X(0), Band, "one");
        // The labels of a narrow margin begin at its ends, so that they do not touch the 0. Those of a wide one leave room for "faster".
        var isWide = benchmark.Margin.Relative >= WideMargin;
        var isNarrow = to - X(0) < (margin.Length + 2) * WidthOfLetter / 2 + WidthOfLetter;
        var (outward, left, right) =
            isWide ? (10, "start small", "end small")
            : isNarrow ? (0, "end small", "start small")
            : (0, "middle small", "middle small");
        picture.Label(from - outward, Height - 2, $"-{margin}", left);
        picture.Label(X(0), Height - 2, "0", "middle small");
        picture.Label(to + outward, Height - 2, $"+{margin}", right);
        // Beyond, the labels of the margin need the room.
        if (benchmark.Margin.Relative <= WidestMargin)
        {
            var (less, more) = benchmark.Unit == FigureUnit.Bytes ? ("less", "more") : ("faster", "slower");
            picture.Label(0, Height - 2, less, "start small");
            picture.Label(Width, Height - 2, more, "end small");
        }

        picture.Interval(X(Math.Log(lower)), X(Math.Log(upper)), middle, "span");
        if (time.Ratio is > 1 / Reach and < Reach)
            picture.Dot(X(Math.Log(time.Ratio)), middle, "dot", 3.5);
        if (upper > Reach)
            picture.Area([(Width, middle), (Width - 8, middle - 6), (Width - 8, middle + 6)], "dot");
        if (lower < 1 / Reach)
            picture.Area([(0, middle), (8, middle - 6), (8, middle + 6)], "dot");
        return picture.End(Height, $"{Figures.Ratio(time)}, margin {margin}: {Figures.VerdictOnTime(benchmark)}", isFile: false);
    }

    private static void About(StringBuilder page, RunComparison comparison)
    {
        IEnumerable<string> warnings =
        [
            .. comparison.Notices.Select(notice => $"Settings: {notice}"),
            .. Remarks.OtherDifferences(comparison).Select(difference => $"The environments differ: {difference}"),
            .. comparison.Warnings,
            .. Remarks.Create(comparison).Where(remark => remark.IsWarning).Select(remark => remark.Text),
        ];
        IEnumerable<string> lines =
        [
            .. AboutCheck.Create(comparison) is { Count: > 0 } facts
                ? facts.Select(fact => $"{fact.Name}: {fact.Value}")
                : [$"Baseline: {Sources(comparison.BaselineSources)}. Candidate: {Sources(comparison.CandidateSources)}."],
            $"{Remarks.Margin(comparison)}.",
            .. Remarks.Create(comparison).Where(remark => !remark.IsWarning).Select(remark => remark.Text),
            .. CheckCost.Line(comparison) is { } cost ? [cost] : Array.Empty<string>(),
        ];
        page.Append("<h2>What was compared</h2>\n");
        foreach (var warning in warnings)
            page.Append($"<p class=\"warning\">{Text(warning)}</p>\n");
        page.Append($"<p class=\"soft\">{string.Join("<br>", lines.Select(Text))}</p>\n");
    }

    private static string Sources(IReadOnlyList<string> sources) =>
        sources.Count <= 3 ? string.Join(", ", sources) : $"{sources[0]} and {sources.Count - 1} more files";

    private static string Text(string value) => HtmlPage.Text(value);

    private static string Number(double? value) =>
        value is { } number && double.IsFinite(number) ? number.ToString("R", CultureInfo.InvariantCulture) : "";
}

using System.Globalization;
using System.Text;
using Bench.Comparison;
using Bench.Results;

namespace Bench.Reports;

// A comparison as GitHub Markdown for a pull request: worst first, unchanged benchmarks folded, and never longer than a comment may be.
// Every value from a file is in a code span, so that no name can become a link, a mention or HTML.
internal static class MarkdownReport
{
    private const int MaxCommandCharacters = 4000;
    private const int MaxNotices = 30;

    // Sections leave this many characters free for the parts that must follow.
    private const int Reserve = 7000;

    private const string Head =
        "| Benchmark | Baseline | Candidate | Ratio (95% CI) | Verdict | Allocated | Notes |\n| --- | ---: | ---: | --- | --- | --- | --- |\n";

    public static string Render(RunComparison comparison, Outcome outcome)
    {
        var groups = BenchmarkOrder.WorstFirst(comparison.Benchmarks).ToLookup(BenchmarkOrder.GroupOf);
        var page = new StringBuilder();
        page.Append(
            $"## {(outcome.ExitCode == ExitCode.Passed ? "Benchmarks: passed" : "Benchmarks: " + Words(outcome.ExitCode))}{Remarks.AcceptedByChange(comparison)}\n\n"
        );
        page.Append(
            $"{MarkdownText.Plain(outcome.Reason)} {comparison.Benchmarks.Count} {(comparison.Benchmarks.Count == 1 ? "benchmark" : "benchmarks")}: {Counts(groups)}. {Remarks.Margin(comparison)}.{OwnMargins(comparison)}\n\n"
        );
        foreach (var line in Remarks.Machines(comparison))
            page.Append($"> {MarkdownText.CodeOfSentence(line)}\n\n");
        page.Append(About(comparison));
        foreach (var notice in comparison.Notices.Take(MaxNotices))
            page.Append($"> **Settings**: {MarkdownText.CodeOfSentence(notice)}\n\n");
        if (comparison.Notices.Count > MaxNotices)
            page.Append($"> **Settings**: and {comparison.Notices.Count - MaxNotices} more changes\n\n");
        foreach (var difference in Remarks.OtherDifferences(comparison).Take(20))
            page.Append($"> **The environments differ**: {MarkdownText.CodeOfSentence(difference.ToString())}\n\n");
        foreach (var warning in comparison.Warnings.Take(20))
            page.Append($"> {MarkdownText.CodeOfSentence(warning)}\n\n");

        foreach (var (text, isWarning) in Remarks.Create(comparison))
            page.Append($"{(isWarning ? "> **Warning**: " : "")}{MarkdownText.Plain(text)}\n\n");

        Section(page, groups, BenchmarkGroup.Failing);
        Section(page, groups, BenchmarkGroup.Lost);
        Reproduce(page, comparison);
        Section(page, groups, BenchmarkGroup.Regressed);
        Section(page, groups, BenchmarkGroup.Differs);
        Section(page, groups, BenchmarkGroup.OtherAllocation);
        Section(page, groups, BenchmarkGroup.Improved);
        Section(page, groups, BenchmarkGroup.New, isFolded: true);
        Section(page, groups, BenchmarkGroup.LeftOut, isFolded: true);
        Section(page, groups, BenchmarkGroup.Inconclusive, isFolded: true);
        Decide(page, comparison, groups.SelectMany(group => group));
        Section(page, groups, BenchmarkGroup.NotCompared, isFolded: true);
        Section(page, groups, BenchmarkGroup.Usual, isFolded: true);
        Section(page, groups, BenchmarkGroup.LikeAllocation, isFolded: true);
        Section(page, groups, BenchmarkGroup.NotWorse, isFolded: true);
        Section(page, groups, BenchmarkGroup.Equivalent, isFolded: true);
        Section(page, groups, BenchmarkGroup.SameCode, isFolded: true);
        Topics(page, comparison);
        if (CheckCost.Line(comparison) is { } cost)
            page.Append($"\n{cost}\n");
        return page.ToString();
    }

    private static string About(RunComparison comparison) =>
        AboutCheck.Create(comparison) is { Count: > 0 } lines
            ? string.Join(" ", lines.Select(line => $"{line.Name}: {MarkdownText.Code(line.Value)}.")) + "\n\n"
            : "";

    private static string OwnMargins(RunComparison comparison) =>
        Remarks.OwnMargins(comparison) is > 0 and var own
            ? $" {own} {(own == 1 ? "benchmark has its own margin (see Notes)" : "benchmarks have their own margins (see Notes)")}."
            : "";

    private static string Words(ExitCode exitCode) =>
        exitCode switch
        {
            ExitCode.Regressed => "regressed",
            ExitCode.Environment => "different environments",
            ExitCode.NothingCompared => "nothing compared",
            ExitCode.Inconclusive => "inconclusive",
            _ => exitCode.ToString(),
        };

    private static string Counts(ILookup<BenchmarkGroup, ComparedBenchmark> groups) =>
        string.Join(", ", groups.OrderBy(group => group.Key).Select(group => $"{group.Count()} {BenchmarkOrder.NameOf(group.Key)}"));

    private static void Section(
        StringBuilder page,
        ILookup<BenchmarkGroup, ComparedBenchmark> groups,
        BenchmarkGroup group,
        bool isFolded = false
    )
    {
        var title = BenchmarkOrder.TitleOf(group);
        var all = groups[group].ToArray();
        if (all.Length == 0)
            return;

        var (open, close) = isFolded
            ? ($"<details><summary>{title} ({all.Length})</summary>\n\n", "\n</details>\n\n")
            : ($"### {title} ({all.Length})\n\n", "\n");
        if (page.Length + open.Length + Head.Length + Reserve > MarkdownText.MaxCharacters)
        {
            page.Append($"{title}: {all.Length} benchmarks, too many for this page.\n\n");
            return;
        }

        page.Append(open).Append(Head);
        for (var i = 0; i < all.Length; i++)
        {
            var line = Line(all[i]);
            if (page.Length + line.Length + close.Length + Reserve > MarkdownText.MaxCharacters)
            {
                page.Append($"\n… and {all.Length - i} more.\n");
                break;
            }

            page.Append(line);
        }

        page.Append(close);
    }

    private static string Line(ComparedBenchmark benchmark)
    {
        var sides = Figures.Sides(benchmark);
        var notes = Figures.Notes(benchmark);
        return $"| {MarkdownText.Code(benchmark.Name)} | {sides?.Baseline} | {sides?.Candidate} "
            + $"| {(benchmark.Judged is { } judged ? Figures.Ratio(judged) : "")} | {Figures.Verdict(benchmark)} | {Figures.Allocation(benchmark.Allocation)} | {(notes.Length == 0 ? "" : MarkdownText.CodeOfSentence(notes))} |\n";
    }

    private static void Reproduce(StringBuilder page, RunComparison comparison)
    {
        var commands = Reproduction.Commands(comparison, Reproduction.ToRepeat(BenchmarkOrder.WorstFirst(comparison.Benchmarks)));
        if (commands.Count == 0)
            return;

        var block = new StringBuilder($"{Reproduction.Introduction(commands)}\n\n```\n");
        var hidden = 0;
        foreach (var command in commands)
        {
            // A long command does not hide the others.
            if (block.Length + command.Length < MaxCommandCharacters)
                block.Append(command).Append('\n');
            else
                hidden++;
        }

        page.Append(block)
            .Append(CultureInfo.InvariantCulture, $"```\n\n{(hidden == 0 ? "" : $"… and {hidden} more, too long for this page.\n\n")}");
    }

    private static void Decide(StringBuilder page, RunComparison comparison, IEnumerable<ComparedBenchmark> benchmarks)
    {
        var commands = Remedies.Create(comparison, benchmarks);
        if (commands.Count == 0)
            return;

        var block = new StringBuilder($"{Remedies.Introduction(commands)}\n\n```\n");
        foreach (var command in commands)
            block.Append(command.Length <= MaxCommandCharacters ? command : command[..MaxCommandCharacters] + " …").Append('\n');
        block.Append("```\n\n");
        if (page.Length + block.Length + Reserve <= MarkdownText.MaxCharacters)
            page.Append(block);
    }

    private static void Topics(StringBuilder page, RunComparison comparison)
    {
        var topics = Topic.Create(comparison.Benchmarks);
        if (topics.Count == 0)
            return;

        var table = new StringBuilder(
            $"<details><summary>Geometric means</summary>\n\n{Topic.Warning}\n\n| Topic | Benchmarks | Geometric mean |\n| --- | ---: | ---: |\n"
        );
        foreach (var topic in topics.Take(50))
            table.Append($"| {MarkdownText.Code(topic.Name)} | {topic.Benchmarks} | {Figures.Factor(topic.GeometricMean)} |\n");
        table.Append("\n</details>\n");
        if (page.Length + table.Length <= MarkdownText.MaxCharacters)
            page.Append(table);
    }
}

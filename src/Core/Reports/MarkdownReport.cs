using System.Globalization;
using System.Text;
using Bench.Comparison;

namespace Bench.Reports;

/// <summary>
/// A comparison as GitHub Markdown for a pull request: worst first, what did not change folded, and never longer than a comment may
/// be. Every value from a file stands in a code span, so that no name can become a link, a mention or HTML.
/// </summary>
internal static class MarkdownReport
{
    /// <summary>The most characters a comment on GitHub may have is 65,536; this stays below.</summary>
    public const int MaxCharacters = 65_000;

    private const int MaxNameCharacters = 160;
    private const int MaxCommandCharacters = 4000;
    private const int MaxNotices = 30;
    private const string Nothing = "<!-- -->";

    /// <summary>What a section leaves free for what must follow it.</summary>
    private const int Reserve = 7000;

    private const string Head = "| Benchmark | Baseline | Candidate | Ratio (95 %) | Verdict | Allocated | Notes |\n| --- | ---: | ---: | --- | --- | --- | --- |\n";

    public static string Render(RunComparison comparison, Outcome outcome)
    {
        var groups = BenchmarkOrder.WorstFirst(comparison.Benchmarks).ToLookup(BenchmarkOrder.GroupOf);
        var page = new StringBuilder();
        page.Append($"## {(outcome.ExitCode == ExitCode.Passed ? "Benchmarks: passed" : "Benchmarks: " + Words(outcome.ExitCode))}\n\n");
        page.Append($"{Plain(outcome.Reason)} {comparison.Benchmarks.Count} benchmarks: {Counts(groups)}. {Remarks.Margin(comparison)}.{OwnMargins(comparison)}\n\n");
        foreach (var notice in comparison.Notices.Take(MaxNotices))
            page.Append($"> **Settings**: {Code(notice)}\n\n");
        if (comparison.Notices.Count > MaxNotices)
            page.Append($"> **Settings**: and {comparison.Notices.Count - MaxNotices} changes more\n\n");
        foreach (var difference in comparison.EnvironmentDifferences.Take(20))
            page.Append($"> **The environments differ**: {Code(difference.ToString())}\n\n");
        foreach (var warning in comparison.Warnings.Take(20))
            page.Append($"> {Code(warning)}\n\n");

        foreach (var (text, isWarning) in Remarks.Create(comparison))
            page.Append($"{(isWarning ? "> **Warning**: " : "")}{Plain(text)}\n\n");

        Section(page, "Failing", groups[BenchmarkGroup.Failing], isFolded: false);
        Section(page, "Vanished or failed", groups[BenchmarkGroup.Lost], isFolded: false);
        Reproduce(page, comparison, groups[BenchmarkGroup.Failing].Concat(groups[BenchmarkGroup.Lost]));
        Section(page, "Slower, or more allocated, without failing the check", groups[BenchmarkGroup.Regressed], isFolded: false);
        Section(page, "Faster, or less allocated", groups[BenchmarkGroup.Improved], isFolded: false);
        Section(page, "New", groups[BenchmarkGroup.New], isFolded: true);
        Section(page, "Inconclusive", groups[BenchmarkGroup.Inconclusive], isFolded: true);
        Decide(page, comparison, groups.SelectMany(group => group));
        Section(page, "Not compared", groups[BenchmarkGroup.NotCompared], isFolded: true);
        Section(page, "Equivalent", groups[BenchmarkGroup.Equivalent], isFolded: true);
        Topics(page, comparison);
        return page.ToString();
    }

    private static string OwnMargins(RunComparison comparison) => Remarks.OwnMargins(comparison) is > 0 and var own
        ? $" {own} {(own == 1 ? "benchmark has a margin of its own, which stands in its notes" : "benchmarks have margins of their own, which stand in their notes")}." : "";

    private static string Words(ExitCode exitCode) => exitCode switch
    {
        ExitCode.Regressed => "regressed",
        ExitCode.Environment => "different environments",
        ExitCode.NothingCompared => "nothing compared",
        ExitCode.Inconclusive => "inconclusive",
        _ => exitCode.ToString(),
    };

    private static string Counts(ILookup<BenchmarkGroup, ComparedBenchmark> groups) => string.Join(", ", groups
        .OrderBy(group => group.Key)
        .Select(group => $"{group.Count()} {BenchmarkOrder.NameOf(group.Key)}"));

    private static void Section(StringBuilder page, string title, IEnumerable<ComparedBenchmark> benchmarks, bool isFolded)
    {
        var all = benchmarks.ToArray();
        if (all.Length == 0)
            return;

        var (open, close) = isFolded ? ($"<details><summary>{title} ({all.Length})</summary>\n\n", "\n</details>\n\n") : ($"### {title} ({all.Length})\n\n", "\n");
        if (page.Length + open.Length + Head.Length + Reserve > MaxCharacters)
        {
            page.Append($"{title}: {all.Length} benchmarks, too many for this page.\n\n");
            return;
        }

        page.Append(open).Append(Head);
        for (var i = 0; i < all.Length; i++)
        {
            var line = Line(all[i]);
            if (page.Length + line.Length + close.Length + Reserve > MaxCharacters)
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
        var time = benchmark.Measured;
        var notes = Figures.Notes(benchmark);
        return $"| {Code(benchmark.Name)} | {(time is null ? "" : Figures.Time(time.BaselineNanoseconds))} | {(time is null ? "" : Figures.Time(time.CandidateNanoseconds))} "
            + $"| {(benchmark.Judged is { } judged ? Figures.Ratio(judged) : "")} | {Figures.Verdict(benchmark)} | {Figures.Allocation(benchmark.Allocation)} | {(notes.Length == 0 ? "" : Code(notes))} |\n";
    }

    private static void Reproduce(StringBuilder page, RunComparison comparison, IEnumerable<ComparedBenchmark> benchmarks)
    {
        string[] commands = [.. benchmarks.Select(benchmark => Reproduction.Command(comparison, benchmark)).Distinct()];
        if (commands.Length == 0)
            return;

        var block = new StringBuilder("To measure them again:\n\n```\n");
        var hidden = 0;
        foreach (var command in commands)
        {
            // A long one hides none of the others.
            if (block.Length + command.Length < MaxCommandCharacters)
                block.Append(command).Append('\n');
            else
                hidden++;
        }

        page.Append(block).Append(CultureInfo.InvariantCulture, $"```\n\n{(hidden == 0 ? "" : $"… and {hidden} more, too long for this page.\n\n")}");
    }

    private static void Decide(StringBuilder page, RunComparison comparison, IEnumerable<ComparedBenchmark> benchmarks)
    {
        var commands = Remedies.Create(comparison, benchmarks);
        if (commands.Count == 0)
            return;

        var block = new StringBuilder("To decide what is inconclusive, measure again (`dotnet run`: both sides):\n\n```\n");
        foreach (var command in commands)
            block.Append(command.Length <= MaxCommandCharacters ? command : command[..MaxCommandCharacters] + " …").Append('\n');
        block.Append("```\n\n");
        if (page.Length + block.Length + Reserve <= MaxCharacters)
            page.Append(block);
    }

    private static void Topics(StringBuilder page, RunComparison comparison)
    {
        var topics = Topic.Create(comparison.Benchmarks);
        if (topics.Count == 0)
            return;

        var table = new StringBuilder($"<details><summary>Geometric means</summary>\n\n{Topic.Warning}\n\n| Topic | Benchmarks | Geometric mean |\n| --- | ---: | ---: |\n");
        foreach (var topic in topics.Take(50))
            table.Append($"| {Code(topic.Name)} | {topic.Benchmarks} | {Figures.Factor(topic.GeometricMean)} |\n");
        table.Append("\n</details>\n");
        if (page.Length + table.Length <= MaxCharacters)
            page.Append(table);
    }

    /// <summary>Text as text, also inside a table's cell: no tag, link, code span or entity, and none of what GitHub makes links of: mentions, numbers of issues, addresses.</summary>
    internal static string Cell(string text)
    {
        var visible = Visible.Render(text);
        var cell = new StringBuilder(visible.Length);
        // Pairs of them are code, which is as dead as text.
        var isPaired = visible.Count(letter => letter == '`') % 2 == 0;
        var isLink = new[] { "](", "][", "]:" }.Any(part => visible.Contains(part, StringComparison.Ordinal));
        for (var i = 0; i < visible.Length; i++)
        {
            var next = i + 1 < visible.Length ? visible[i + 1] : ' ';
            cell.Append(visible[i] switch
            {
                '<' => "&lt;",
                '&' => "&amp;",
                '`' when isPaired => "`",
                '[' when !isLink => "[",
                '|' or '[' or '`' or '\\' => $"\\{visible[i]}",
                // Nothing to see, and no link.
                '@' or '#' when char.IsLetterOrDigit(next) => $"{visible[i]}{Nothing}",
                ':' when next == '/' => $":{Nothing}",
                '.' when EndsWith(visible, i, "www") => $"{Nothing}.",
                '-' when EndsWith(visible, i, "GH") => $"{Nothing}-",
                var letter => letter.ToString(),
            });
        }

        return cell.ToString();

        static bool EndsWith(string text, int end, string word) => text.AsSpan(0, end).EndsWith(word, StringComparison.OrdinalIgnoreCase);
    }

    /// <summary>A value from a file as a code span that also holds inside a table's cell.</summary>
    internal static string Code(string value)
    {
        var text = Visible.Render(value, MaxNameCharacters);
        var fence = new string('`', LongestRun(text, '`') + 1);
        var pad = text.StartsWith('`') || text.EndsWith('`') || text.Length == 0 ? " " : "";
        // A backslash in front of a bar would itself be escaped, and the bar end the cell.
        return fence + pad + text.Replace("\\|", "\\ |", StringComparison.Ordinal).Replace("|", "\\|", StringComparison.Ordinal) + pad + fence;
    }

    // Our own sentences: only environments in them come from files, and those are in code spans below as well.
    private static string Plain(string sentence) => sentence.Any(c => c is '<' or '@' or '#' or '[' or '`' or '|' or '*' or '_' or '&' or '\\' || char.IsControl(c)) || sentence.Contains("://", StringComparison.Ordinal) || sentence.Contains("GH-", StringComparison.OrdinalIgnoreCase) || sentence.Contains("www.", StringComparison.OrdinalIgnoreCase)
        ? Code(sentence) : sentence;

    private static int LongestRun(string text, char of)
    {
        int longest = 0, run = 0;
        foreach (var c in text)
            longest = Math.Max(longest, run = c == of ? run + 1 : 0);
        return longest;
    }
}

using System.Text;
using Bench.Comparison;
using Bench.Statistics;

namespace Bench.Reports;

// A comparison as GitHub Markdown for a pull request: the outcome, the worst failures, the next commands, and everything else folded. It is
// never longer than a comment may be. Every value from a file is in a code span, so that no name can become a link, a mention or HTML.
internal static class MarkdownReport
{
    private const int MaxFailing = 10;
    private const int MaxNotices = 30;
    private const int MaxWarnings = 20;

    // The folded table leaves this many characters free for the parts that must follow.
    private const int Reserve = 3000;

    public static string Render(RunComparison comparison, Outcome outcome)
    {
        var benchmarks = BenchmarkOrder.WorstFirst(comparison.Benchmarks);
        ComparedBenchmark[] failing = [.. benchmarks.Where(IsFailing)];
        var page = new StringBuilder();
        page.Line(
            $"## {Symbol(outcome.ExitCode)} Benchmarks {outcome.Words.ToLowerInvariant()}{Remarks.AcceptedByChange(comparison)}: {MarkdownText.Plain(outcome.Reason.TrimEnd('.'))}\n"
        );
        page.Line(
            $"{CountText.Of(benchmarks.Count, "benchmark")}: {BenchmarkOrder.Counts(benchmarks)}. {Remarks.Margin(comparison)}.{OwnMargins(comparison)}\n"
        );
        Warn(page, comparison);
        Failing(page, failing);
        Next(page, comparison);
        Rest(page, [.. failing.Skip(MaxFailing), .. benchmarks.Where(benchmark => !IsFailing(benchmark))], failing.Length > 0);
        About(page, comparison);
        return page.ToString();
    }

    private static bool IsFailing(ComparedBenchmark benchmark) =>
        BenchmarkOrder.GroupOf(benchmark) is BenchmarkGroup.Failing or BenchmarkGroup.Lost;

    private static string Symbol(ExitCode exitCode) =>
        exitCode switch
        {
            ExitCode.Passed => "✅",
            ExitCode.Inconclusive or ExitCode.NothingCompared or ExitCode.Interrupted => "⚠️",
            _ => "❌",
        };

    private static string OwnMargins(RunComparison comparison) =>
        Remarks.OwnMargins(comparison) is > 0 and var own
            ? $" {own} {(own == 1 ? "benchmark has its own margin (see Notes)" : "benchmarks have their own margins (see Notes)")}."
            : "";

    private static void Warn(StringBuilder page, RunComparison comparison)
    {
        foreach (var line in Remarks.Machines(comparison))
            page.Line($"> {MarkdownText.CodeOfSentence(line)}\n");
        foreach (var notice in comparison.Notices.Take(MaxNotices))
            page.Line($"> **Settings**: {MarkdownText.CodeOfSentence(notice)}\n");
        if (comparison.Notices.Count > MaxNotices)
            page.Line($"> **Settings**: and {comparison.Notices.Count - MaxNotices} more changes\n");
        foreach (var difference in Remarks.OtherDifferences(comparison).Take(MaxWarnings))
            page.Line($"> **The environments differ**: {MarkdownText.CodeOfSentence(difference.ToString())}\n");
        foreach (var warning in comparison.Warnings.Take(MaxWarnings))
            page.Line($"> {MarkdownText.CodeOfSentence(warning)}\n");
        foreach (var (text, isWarning) in Remarks.Create(comparison))
            page.Line($"{(isWarning ? "> **Warning**: " : "")}{MarkdownText.Plain(text)}\n");
    }

    private static void Failing(StringBuilder page, ComparedBenchmark[] failing)
    {
        if (failing.Length == 0)
            return;
        failing = [.. failing.Take(MaxFailing)];
        var hasCauses = failing.Any(benchmark => Notes(benchmark).Length > 0);
        page.Line($"| Failing benchmark | Change | Time | Allocated |{(hasCauses ? " Cause |" : "")}");
        page.Line($"| --- | ---: | --- | --- |{(hasCauses ? " --- |" : "")}");
        foreach (var benchmark in failing)
            page.Line(
                $"| {MarkdownText.Code(benchmark.Name)} | {Change(benchmark)} | {(Figures.Sides(benchmark) is var (before, after) ? $"{before} → {after}" : "")} | {Strong(Allocation(benchmark), benchmark.AllocationFails)} |{(hasCauses ? $" {Notes(benchmark)} |" : "")}"
            );
        page.Append('\n');
    }

    private static string Change(ComparedBenchmark benchmark) =>
        BenchmarkOrder.GroupOf(benchmark) == BenchmarkGroup.Lost ? Strong(Figures.VerdictOnTime(benchmark), isStrong: true)
        : benchmark.Judged is { } judged ? Strong(Figures.Change(judged.Ratio), benchmark.TimeFails)
        : "";

    private static string Strong(string text, bool isStrong) => isStrong && text.Length > 0 ? $"**{text}**" : text;

    // A browser may break a line after the hyphen of an arrow.
    private static string Allocation(ComparedBenchmark benchmark) =>
        Figures.Allocation(benchmark.Allocation).Replace("->", "→", StringComparison.Ordinal);

    private static string Notes(ComparedBenchmark benchmark) =>
        Figures.Notes(benchmark) is { Length: > 0 } notes ? MarkdownText.CodeOfSentence(notes) : "";

    private static void Next(StringBuilder page, RunComparison comparison)
    {
        var next = NextSteps.Create(comparison);
        if (next.Commands.Count > 0)
            page.Line($"{next.Introduction}\n\n```\n{string.Join('\n', next.Commands)}\n```\n");
    }

    private static void Rest(StringBuilder page, IReadOnlyList<ComparedBenchmark> benchmarks, bool isRest)
    {
        if (benchmarks.Count == 0)
            return;
        page.Line(
            $"<details><summary>{(isRest ? "Other" : "All")} benchmarks ({benchmarks.Count})</summary>\n\n| Benchmark | Baseline | Candidate | Ratio (95% CI) | Verdict | Allocated | Notes |\n| --- | ---: | ---: | --- | --- | --- | --- |"
        );
        foreach (var (i, benchmark) in benchmarks.Index())
        {
            var sides = Figures.Sides(benchmark);
            var line =
                $"| {MarkdownText.Code(benchmark.Name)} | {sides?.Baseline} | {sides?.Candidate} "
                + $"| {(benchmark.Judged is { } judged ? Figures.Ratio(judged) : "")} | {Figures.Verdict(benchmark)} | {Allocation(benchmark)} | {Notes(benchmark)} |\n";
            if (page.Length + line.Length + Reserve > MarkdownText.MaxCharacters)
            {
                page.Line($"\n… and {benchmarks.Count - i} more.");
                break;
            }

            page.Append(line);
        }

        page.Append("\n</details>\n\n");
    }

    private static void About(StringBuilder page, RunComparison comparison)
    {
        var lines = AboutCheck.Create(comparison);
        if (lines.Count == 0)
            return;
        page.Append("<details><summary>How it was measured</summary>\n\n");
        foreach (var (name, value) in lines)
            page.Line($"- {name}: {MarkdownText.Code(value)}");
        if (CheckCost.Line(comparison) is { } cost)
            page.Line($"\n{cost}");
        page.Append("\n</details>\n");
    }
}

using System.Globalization;
using System.Text;
using Bench.Reports;

namespace Bench.Load;

internal static class LoadDiffPage
{
    private const string NotJudged =
        "**Not judged** (exit code 0): a verdict needs several rounds in both sweeps. With --margin or --max-inconclusive, this fails.";

    public static string Render(LoadDiff diff)
    {
        var page = new StringBuilder();
        page.Line($"# {MarkdownText.Cell(diff.Baseline.Name)} and {MarkdownText.Cell(diff.Candidate.Name)}\n");
        page.Line($"A: `{LoadReport.Plain(diff.Baseline.Target.ToString())}`  ");
        page.Line($"B: `{LoadReport.Plain(diff.Candidate.Target.ToString())}`\n");
        foreach (var warning in diff.Warnings)
            page.Line($"> {MarkdownText.Cell(warning)}\n");
        page.Line(
            $"| connections | good requests/s, A | good requests/s, B | B / A | verdict | p50 of A, ms | p50 of B, ms | p99 of A, ms | p99 of B, ms | success, A | success, B | notes |"
        );
        page.Line($"| ---: | ---: | ---: | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |");
        foreach (var level in diff.Levels)
            page.Line(
                $"| {level.Baseline.Connections} | {Both(level, side => LoadReport.Rate(side.GoodRequestsPerSecond))} | {Change(level)} | {Both(level, side => SweepPage.Time(side, times => times.P50))} | {Both(level, side => SweepPage.Time(side, times => times.P99))} | {Both(level, side => LoadReport.Percent(side.Success))} | {Notes(level)} |"
            );
        Only("A", diff.OnlyBaseline);
        Only("B", diff.OnlyCandidate);
        page.Line(
            $"\nB / A above 1 is better; the 95% interval is over rounds. Requests/s are medians of the rounds, and B / A compares geometric means, so it can differ from their quotient. Verdicts are those of `bench compare`: a level is Regressed if its good requests/s, however late, are lower by significantly more than the margin."
        );
        page.Line($"\n{(diff.IsJudged ? LoadReport.Conclusion(diff.Outcome) : NotJudged)}");
        return page.ToString();

        void Only(string side, IReadOnlyList<int> levels)
        {
            if (levels.Count > 0)
                page.Line(
                    $"\nOnly {side} has {string.Join(", ", levels.Select(level => level.ToString(CultureInfo.InvariantCulture)))} connections."
                );
        }
    }

    private static string Both(DiffedLevel level, Func<LoadLevel, string> figure) =>
        $"{figure(level.Baseline)} | {figure(level.Candidate)}";

    private static string Change(DiffedLevel level) =>
        level.Compared.Time is not { } time
            ? $" | {(level.Compared.TimeNotCompared is null ? level.Compared.Presence : "Not compared")}"
            : LoadReport.Throughput(time) + (LoadReport.WhyItPasses(level.Compared) is { } why ? $", {why}" : "");

    private static string Notes(DiffedLevel level) =>
        MarkdownText.Cell(
            string.Join(
                "; ",
                new[]
                {
                    level.Compared.Failure ?? level.Compared.TimeNotCompared,
                    level.Compared.Time?.Reason,
                    Marked("A", level.Baseline),
                    Marked("B", level.Candidate),
                }.OfType<string>()
            )
        );

    private static string? Marked(string side, LoadLevel level) =>
        level.Marks.Count == 0 ? null : $"{side}: {string.Join(", ", level.Marks)}";
}

using System.Globalization;
using System.Text;
using Bench.Reports;

namespace Bench.Cli.History;

internal static class HistoryReport
{
    internal const int MaxChanges = 20;

    public static string Render(
        IReadOnlyList<HistoryLine> lines,
        double margin,
        string source,
        IReadOnlyList<UndecidedBenchmark>? undecided = null
    )
    {
        var page = new StringBuilder("# Benchmarks over time\n\n");
        page.Append(
            CultureInfo.InvariantCulture,
            $"{Count(lines.Count, "line")}, {Count(lines.Sum(line => line.Changes.Count), "change")} of more than {100 * margin:0.#}% (or the margin of a rule) and the noise floor.\n"
        );
        Changes(page, lines);
        Undecided(page, undecided);
        foreach (var group in lines.GroupBy(line => line.Group))
        {
            page.Append(
                CultureInfo.InvariantCulture,
                $"\n## {MarkdownText.Code(group.Key)}\n\n| benchmark | runs | first | last | changes |\n| --- | ---: | ---: | ---: | --- |\n"
            );
            foreach (var line in group)
                page.Append(
                    CultureInfo.InvariantCulture,
                    $"| {MarkdownText.Code(line.Id.FullName)} | {line.Points.Count} | {Figures.Time(line.Points[0].Nanoseconds)} | {Figures.Time(line.Points[^1].Nanoseconds)} | {string.Join("<br>", line.Changes.Select(change => Change(line, change)))} |\n"
                );
        }

        page.Append(
            $"\nMade with {MarkdownText.CodeOfSentence(source)}. A change is a step to a new level that lasts for three runs or more, or the verdict of a check. Runs with another machine class, BenchmarkDotNet version or measuring method are separate lines.\n"
        );
        return page.ToString();
    }

    private static string Count(int count, string word) => FormattableString.Invariant($"{count} {word}{(count == 1 ? "" : "s")}");

    private static void Changes(StringBuilder page, IReadOnlyList<HistoryLine> lines)
    {
        var changes = HistoryLine.LargestChanges(lines);
        if (changes.Count == 0)
            return;
        page.Append("\n## Largest changes\n\n| change | benchmark | measured on |\n| --- | --- | --- |\n");
        foreach (var (line, change) in changes.Take(MaxChanges))
            page.Append(
                CultureInfo.InvariantCulture,
                $"| {Change(line, change)} | {MarkdownText.Code(line.Id.FullName)} | {MarkdownText.Code(line.Group)} |\n"
            );
        if (changes.Count > MaxChanges)
            page.Append(CultureInfo.InvariantCulture, $"\n{changes.Count - MaxChanges} smaller changes are in the tables below.\n");
    }

    private static void Undecided(StringBuilder page, IReadOnlyList<UndecidedBenchmark>? undecided)
    {
        if (undecided is not { Count: > 0 })
            return;
        page.Append("\n## Often Inconclusive\n\n| benchmark | checks | what would help |\n| --- | --- | --- |\n");
        foreach (var benchmark in undecided)
            page.Append($"| {MarkdownText.Code(benchmark.Id.FullName)} | {benchmark.Found} | {string.Join(" ", benchmark.Plan)} |\n");
    }

    internal static string Time(HistoryPoint point) =>
        point.Lower is { } lower
            ? $"{Figures.Time(point.Nanoseconds)} ({Figures.Time(lower)} to {Figures.Time(point.Upper!.Value)})"
            : Figures.Time(point.Nanoseconds);

    private static string Change(HistoryLine line, HistoryChange change)
    {
        var run = line.Points[change.Index].Run;
        return $"{Figures.Change(change.Ratio)} at {MarkdownText.Code(run.Name)}{(run.Subject.Length == 0 ? "" : " " + MarkdownText.Code(run.Subject))}";
    }
}

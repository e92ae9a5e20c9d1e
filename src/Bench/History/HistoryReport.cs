using System.Globalization;
using System.Text;
using Bench.Reports;

namespace Bench.History;

internal static class HistoryReport
{
    public static string Render(IReadOnlyList<HistoryLine> lines, double margin, string source)
    {
        var page = new StringBuilder("# Benchmarks over time\n\n");
        page.Append(
            CultureInfo.InvariantCulture,
            $"{MarkdownText.CodeOfSentence(source)}: {lines.Count} lines, {lines.Sum(line => line.Changes.Count)} changes beyond {100 * margin:0.#} %, or the margin of a rule, and the noise floor. "
        );
        page.Append(
            "Times with the 95 % interval over launches; a change is from one level to another that holds for three runs or more. Runs of other machines or other versions of BenchmarkDotNet are other lines.\n"
        );
        foreach (var group in lines.GroupBy(line => line.Group))
        {
            page.Append(
                CultureInfo.InvariantCulture,
                $"\n## {MarkdownText.Code(group.Key)}\n\n| benchmark | runs | first | last | changes |\n| --- | ---: | ---: | ---: | --- |\n"
            );
            foreach (var line in group)
                page.Append(
                    CultureInfo.InvariantCulture,
                    $"| {MarkdownText.Code(line.Id.FullName)} | {line.Points.Count} | {Time(line.Points[0])} | {Time(line.Points[^1])} | {string.Join("<br>", line.Changes.Select(change => Change(line, change)))} |\n"
                );
        }

        return page.ToString();
    }

    internal static string Time(HistoryPoint point) =>
        point.Lower is { } lower
            ? $"{Figures.Time(point.Nanoseconds)} ({Figures.Time(lower)} to {Figures.Time(point.Upper!.Value)})"
            : Figures.Time(point.Nanoseconds);

    private static string Change(HistoryLine line, HistoryChange change)
    {
        var run = line.Points[change.Index].Run;
        return $"{Figures.Factor(change.Ratio)} at {MarkdownText.Code(run.Name)}{(run.Subject.Length == 0 ? "" : " " + MarkdownText.Code(run.Subject))}";
    }
}

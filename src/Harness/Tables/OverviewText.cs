using System.Globalization;
using System.Text;
using Bench.Published;

namespace Bench.Harness.Tables;

// The last screen of a run: winners, ratios, undecided comparisons, and the command that would decide them.
internal static class OverviewText
{
    // A longer list of class filters does not help a reader, and is replaced by a star.
    private const int MaxFilters = 6;

    /// <param name="run">The run to summarize.</param>
    /// <param name="command">The command that starts the program, without its own arguments.</param>
    /// <param name="page">Path of the overview page.</param>
    public static string Render(RunRecord run, string command, string page)
    {
        var text = new StringBuilder();
        var undecided = new List<(CategoryRecord Category, MergedAlternative Alternative)>();
        foreach (var topic in MergedTopic.FromOne(run))
        {
            text.Append(CultureInfo.InvariantCulture, $"\n{topic.Name}\n");
            foreach (var category in topic.Categories)
            {
                text.Append(Line(category));
                undecided.AddRange(
                    category
                        .Alternatives.Where(alternative => alternative.Ratio is { IsSignificant: false })
                        .Select(alternative => (category.Record, alternative))
                );
            }
        }

        if (undecided.Count > 0)
        {
            text.Append(
                CultureInfo.InvariantCulture,
                $"\nNot decided ({undecided.Count}): {string.Join(", ", undecided.Take(20).Select(one => $"{one.Category.Title}: {one.Alternative.Name}"))}{(undecided.Count > 20 ? ", …" : "")}\n"
            );
            var types = undecided.Select(one => one.Alternative.Record.Type).Distinct().ToArray();
            text.Append(
                CultureInfo.InvariantCulture,
                $"More launches would decide: {command} --filter {(types.Length <= MaxFilters ? string.Join(' ', types.Select(type => $"'{type}.*'")) : "'*'")}{(run.IsQuick ? "" : FormattableString.Invariant($" --launchCount {Math.Max(1, run.Launches) * 3}"))}\n"
            );
        }

        if (run.IsQuick)
            text.Append("\nQuick run: a first answer, not a figure to quote. Intervals assume that processes differ by 3%.\n");
        else if (run.Launches == 1)
            text.Append($"\n{OverviewPage.OneLaunch}\n");
        return text.Append(CultureInfo.InvariantCulture, $"\nTables and this overview: {page}\n").ToString();
    }

    private static string Line(MergedCategory category)
    {
        if (category.Baseline is not { } baseline)
            return $"  {category.Title}: no baseline; {string.Join(", ", category.Alternatives.Select(alternative => $"{alternative.Name} {Figures.Time(alternative.Record)}"))}\n";
        var others = category
            .Alternatives.OrderBy(alternative => alternative.Ratio?.Ratio ?? double.PositiveInfinity)
            .Select(alternative => $"{alternative.Name} {Figures.Ratio(alternative)}");
        return $"  {category.Title}: {baseline.Name} {Figures.Time(baseline)}; {string.Join("; ", others)}\n";
    }
}

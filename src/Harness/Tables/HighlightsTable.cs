using System.Text;
using Bench.Harness.Records;

namespace Bench.Harness.Tables;

/// <summary>The table of README.md: some questions with their answers.</summary>
internal static class HighlightsTable
{
    /// <exception cref="UsageException">A line names no category that was measured.</exception>
    public static string Render(IReadOnlyList<Highlight> highlights, IReadOnlyList<MergedTopic> topics, Func<MergedTopic, string?> mark)
    {
        var table = new StringBuilder("| question | answer |\n| --- | --- |\n");
        foreach (var question in highlights.GroupBy(highlight => highlight.Question))
        {
            // What was never published has no line.
            var answers = question
                .Where(highlight => topics.Any(topic => topic.Categories.Any(category => category.Record.Type == highlight.Type)))
                .Select(highlight => (Highlight: highlight, Found: Find(highlight, topics)))
                .ToArray();
            if (answers.Length == 0)
                continue;
            var text = string.Join(
                "; ",
                answers.Select(answer =>
                    $"{(answer.Highlight.Label.Length > 0 ? answer.Highlight.Label + ": " : "")}{Answer(answer.Found.Category, answer.Highlight)}"
                )
            );
            var changed = answers.Any(answer => mark(answer.Found.Topic) is not null) ? " (older than the code)" : "";
            table.Append($"| {question.Key}{changed} | {text} |\n");
        }

        return table.ToString();
    }

    private static (MergedTopic Topic, MergedCategory Category) Find(Highlight highlight, IReadOnlyList<MergedTopic> topics)
    {
        foreach (var topic in topics)
        {
            if (
                topic.Categories.FirstOrDefault(category =>
                    category.Record.Type == highlight.Type
                    && category.Record.Name == highlight.Category
                    && string.Join(", ", category.Record.Parameters) == highlight.Parameters
                ) is
                { } category
            )
                return (topic, category);
        }

        throw new UsageException(
            $"The table of README.md asks for {highlight.Type} {highlight.Parameters} {highlight.Category}, and nothing published has that name."
        );
    }

    // The fastest first, and bold as on every page.
    private static string Answer(MergedCategory category, Highlight highlight)
    {
        if (highlight.Alternatives.Except(category.Alternatives.Select(alternative => alternative.Name)).FirstOrDefault() is { } unknown)
            throw new UsageException($"The table of README.md asks for {highlight.Type}.{unknown}, and nothing published has that name.");
        var fastest = OverviewPage.Fastest(category);
        return string.Join(
            ", ",
            category
                .Alternatives.Where(alternative =>
                    highlight.Alternatives is [] || highlight.Alternatives.Contains(alternative.Name) || alternative.Name == fastest
                )
                .Select(alternative =>
                    (
                        Order: alternative.Ratio?.Ratio ?? double.PositiveInfinity,
                        Text: $"{OverviewPage.Bold(alternative.Name, fastest)} {Figures.Ratio(alternative)}"
                    )
                )
                .Append((1, $"{OverviewPage.Bold(category.Baseline!.Name, fastest)} (baseline)"))
                .OrderBy(answer => answer.Item1)
                .Select(answer => answer.Item2)
        );
    }
}

using System.Text;
using Bench.Published;

namespace Bench.Harness.Tables;

/// <summary>The table of README.md: some questions, who wins, by how much, and on how many machine classes.</summary>
internal static class HighlightsTable
{
    private const string NoDifference = "no clear difference";

    /// <exception cref="UsageException">A line names no category that was measured.</exception>
    public static string Render(IReadOnlyList<Highlight> highlights, IReadOnlyList<MergedTopic> topics, Func<MergedTopic, string?> mark)
    {
        var table = new StringBuilder("| question | winner | time, as a multiple | how certain |\n| --- | --- | --- | --- |\n");
        foreach (var question in highlights.GroupBy(highlight => highlight.Question))
        {
            // What was never published has no line.
            Asked[] asked =
            [
                .. question
                    .Where(highlight => topics.Any(topic => topic.Categories.Any(category => category.Record.Type == highlight.Type)))
                    .Select(highlight => Find(highlight, topics)),
            ];
            if (asked.Length == 0)
                continue;
            string[] winners = [.. asked.Select(one => one.Winner).OfType<string>().Distinct()];
            var winner = winners switch
            {
                [] => NoDifference,
                [var only] => $"**{OverviewPage.Cell(only)}**",
                _ => "it depends",
            };
            var answers = asked.Select(one =>
                $"{(one.Highlight.Label.Length > 0 ? one.Highlight.Label + ": " : "")}{(winners.Length > 1 ? $"**{OverviewPage.Cell(one.Winner ?? NoDifference)}**, " : "")}{one.Lead}"
            );
            var older = asked.Any(one => mark(one.Topic) is not null) ? "; older than the code" : "";
            table.Append($"| {OverviewPage.Cell(question.Key)} | {winner} | {string.Join("; ", answers)} | {Certainty(asked)}{older} |\n");
        }

        return table.ToString();
    }

    private static string Certainty(Asked[] asked)
    {
        var machines = asked.Max(one => one.Machines);
        var agreeing = asked.Min(one => one.Agreeing);
        var classes = machines == 1 ? "machine class" : "machine classes";
        return asked.All(one => one.Winner is null)
            ? FormattableString.Invariant($"measured on {machines} {classes}")
            : FormattableString.Invariant($"same winner on {agreeing} of {machines} {classes}");
    }

    private static Asked Find(Highlight highlight, IReadOnlyList<MergedTopic> topics)
    {
        foreach (var topic in topics)
        {
            if (
                topic.Categories.FirstOrDefault(category =>
                    category.Record.Type == highlight.Type
                    && category.Record.Name == highlight.Category
                    && string.Join(", ", category.Record.Parameters) == highlight.Parameters
                ) is
                { Baseline: not null } category
            )
            {
                return
                    highlight.Alternatives.Except(category.Alternatives.Select(alternative => alternative.Name)).FirstOrDefault()
                        is { } unknown
                    ? throw new UsageException(
                        $"The table of README.md asks for {highlight.Type}.{unknown}, and nothing published has that name."
                    )
                    : new Asked(highlight, topic, category);
            }
        }

        throw new UsageException(
            $"The table of README.md asks for {highlight.Type} {highlight.Parameters} {highlight.Category}, and nothing published has that name."
        );
    }

    /// <summary>A category that a line of the table asks for.</summary>
    private sealed record Asked(Highlight Highlight, MergedTopic Topic, MergedCategory Category)
    {
        private readonly string fastest = Category.Fastest ?? Category.Baseline!.Name;

        /// <summary>The fastest, if it is clearly faster than any other; null where no difference is clear.</summary>
        public string? Winner => Others.Any(other => other.Ratio is { Lower: > 1 }) ? fastest : null;

        /// <summary>How many machine classes measured the one that wins.</summary>
        public int Machines => Enumerable.Range(0, Topic.Machines.Count).Count(machine => Category.FastestOn(machine) is not null);

        /// <summary>On how many of them it wins.</summary>
        public int Agreeing => Enumerable.Range(0, Topic.Machines.Count).Count(machine => Category.FastestOn(machine) == fastest);

        /// <summary>Times divided by the baseline's, as on every other page.</summary>
        public string Lead =>
            Named.All(alternative => alternative.Ratio is null or { IsSignificant: false })
                ? NoDifference
                : string.Join(
                    ", ",
                    Named
                        .Where(alternative => alternative.Ratio is not null)
                        .OrderBy(alternative => alternative.Ratio!.Ratio)
                        .Select(alternative =>
                            $"{OverviewPage.Cell(alternative.Name)} {(alternative.Ratio!.IsSignificant ? "" : "~")}{Figures.Digits(alternative.Ratio.Ratio)}x"
                        )
                ) + $" of {OverviewPage.Cell(Category.Baseline!.Name)}";

        private IEnumerable<MergedAlternative> Named =>
            Category.Alternatives.Where(alternative =>
                Highlight.Alternatives is [] || alternative.Name == fastest || Highlight.Alternatives.Contains(alternative.Name)
            );

        // Of each other that the line names, the ratio to the fastest.
        private IEnumerable<(string Name, MergedRatio? Ratio)> Others =>
            Category
                .Record.Benchmarks.Where(benchmark =>
                    benchmark.Name != fastest
                    && (Highlight.Alternatives is [] || benchmark.IsBaseline || Highlight.Alternatives.Contains(benchmark.Name))
                )
                .Select(benchmark => (benchmark.Name, Topic.Between(benchmark.FullName, FullNameOf(fastest))?.Ratio));

        private string FullNameOf(string name) => Category.Record.Benchmarks.First(benchmark => benchmark.Name == name).FullName;
    }
}

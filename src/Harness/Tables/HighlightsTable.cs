using System.Text;
using Bench.Published;
using Bench.Reports;

namespace Bench.Harness.Tables;

// The table of README.md: questions, winners, ratios, and the number of machine classes that agree.
internal static class HighlightsTable
{
    private const string NoDifference = "no clear difference";

    public static string Render(IReadOnlyList<Highlight> highlights, IReadOnlyList<MergedTopic> topics, Func<MergedTopic, string?> mark)
    {
        var table = new StringBuilder("| question | winner | time, as a multiple | how certain |\n| --- | --- | --- | --- |\n");
        foreach (var question in highlights.GroupBy(highlight => highlight.Question))
        {
            // Questions without published figures have no line.
            Asked[] asked = [.. question.Select(highlight => Find(highlight, topics)).OfType<Asked>()];
            if (asked.Length == 0)
                continue;
            string[] winners = [.. asked.Select(one => one.Winner).OfType<string>().Distinct()];
            var winner = winners switch
            {
                _ when !question.First().HasWinner => "-",
                [] => NoDifference,
                [var only] => $"**{OverviewPage.Cell(only)}**{Where(asked)}",
                _ => "it depends",
            };
            var answers = asked.Select(one =>
                $"{(one.Highlight.Label.Length > 0 ? one.Highlight.Label + ": " : "")}{(winners.Length > 1 ? $"**{OverviewPage.Cell(one.Winner ?? NoDifference)}**, " : "")}{one.Lead}"
            );
            var older = asked.Any(one => mark(one.Topic) is not null) ? "; older than the code" : "";
            var times = asked.All(one => one.Lead == NoDifference) ? NoDifference : string.Join("; ", answers);
            table.Append($"| {OverviewPage.Cell(question.Key)} | {winner} | {times} | {Certainty(asked)}{older} |\n");
        }

        return table.ToString();
    }

    // A winner under some conditions is not one under all.
    private static string Where(Asked[] asked) =>
        asked.All(one => one.Winner is not null)
            ? ""
            : " " + string.Join(", ", asked.Where(one => one.Winner is not null).Select(one => one.Highlight.Label));

    private static string Certainty(Asked[] asked)
    {
        var machines = asked.Max(one => one.Machines);
        var agreeing = asked.Where(one => one.Winner is not null).Select(one => one.Agreeing).DefaultIfEmpty().Min();
        var classes = machines == 1 ? "machine class" : "machine classes";
        return asked.All(one => one.Winner is null) || !asked[0].Highlight.HasWinner
            ? FormattableString.Invariant($"measured on {machines} {classes}")
            : FormattableString.Invariant($"same winner on {agreeing} of {machines} {classes}");
    }

    private static Asked? Find(Highlight highlight, IReadOnlyList<MergedTopic> topics)
    {
        var found = topics
            .SelectMany(topic => topic.Categories, (topic, category) => new Asked(highlight, topic, category))
            .FirstOrDefault(asked =>
                asked.Category is { Baseline: not null, Record: var record }
                && record.Type == highlight.Type
                && record.Name == highlight.Category
                && string.Join(", ", record.Parameters) == highlight.Parameters
            );
        return
            found is not null
            && highlight.Alternatives.Except(found.Category.Alternatives.Select(alternative => alternative.Name)).FirstOrDefault()
                is { } unknown
            ? throw new UsageException(
                $"The table of README.md needs {highlight.Type}.{unknown}, which is not published. Change the name, or publish it."
            )
            : found;
    }

    private sealed record Asked(Highlight Highlight, MergedTopic Topic, MergedCategory Category)
    {
        private readonly string fastest = Category.Fastest ?? "";

        /// <summary>The fastest and all that are not clearly slower, if another variant is; null if no difference is clear.</summary>
        public string? Winner =>
            Others.Any(other => other.Ratio is { Lower: > 1 })
                ? string.Join(" or ", Others.Where(other => other.Ratio is { Lower: <= 1 }).Select(other => other.Name).Prepend(fastest))
                : null;

        /// <summary>Number of machine classes that measured the group.</summary>
        public int Machines => Enumerable.Range(0, Topic.Machines.Count).Count(machine => Category.FastestOn(machine) is not null);

        /// <summary>Number of machine classes on which the winner is the fastest.</summary>
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
                            $"{OverviewPage.Cell(alternative.Name)} {(alternative.Ratio!.IsSignificant ? "" : "~")}{RatioText.Digits(alternative.Ratio.Ratio)}x"
                        )
                ) + $" of {OverviewPage.Cell(Category.Baseline!.Name)}";

        private IEnumerable<MergedAlternative> Named =>
            Category.Alternatives.Where(alternative =>
                Highlight.Alternatives is [] || alternative.Name == fastest || Highlight.Alternatives.Contains(alternative.Name)
            );

        // The ratio of each other named variant to the fastest.
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

using Bench.Published;
using Bench.Reports;

namespace Suite.Tests.Suite;

public sealed partial class OneFigureTests
{
    private static readonly IReadOnlyList<MergedTopic> Topics = MergedTopic.Merge(PublishedRuns.Read(Checkout.Published));

    private static IEnumerable<MergedCategory> Categories => Topics.SelectMany(topic => topic.Categories);

    [Fact]
    public void The_table_of_the_readme_has_the_merged_ratios()
    {
        var lines = File.ReadLines(Path.Combine(Checkout.Root, "README.md")).ToArray();
        var compared = 0;
        foreach (var highlight in Benchmarks.Suite.Options.Highlights)
        {
            var category = Categories.SingleOrDefault(category =>
                category.Record.Type == highlight.Type
                && category.Record.Name == highlight.Category
                && string.Join(", ", category.Record.Parameters) == highlight.Parameters
            );
            // An unpublished figure has no line.
            if (category is null)
                continue;
            var line = lines.Single(line => line.StartsWith($"| {highlight.Question} |", StringComparison.Ordinal));
            var answers = line.Split('|')[3].Split(';');
            // If no variant differs under any condition, the cell contains one answer.
            var answer = answers is [var only]
                ? only
                : answers.Single(part => part.TrimStart().StartsWith(highlight.Label, StringComparison.Ordinal));
            foreach (Match figure in Figure().Matches(answer))
            {
                var ratio = category.Alternatives.Single(alternative => alternative.Name == figure.Groups[1].Value).Ratio!;
                AssertShows(figure.Groups[2].Value, ratio.Ratio);
                compared++;
            }
        }

        Assert.InRange(compared, 20, int.MaxValue);
    }

    [Fact]
    public void The_report_page_and_the_picture_have_the_merged_ratios()
    {
        var picture = File.ReadAllText(Path.Combine(Checkout.Root, "docs", "pictures", "httpclients.svg"));
        foreach (var (category, reported) in Categories.Zip(PublishedCategories.Create(Topics, Checkout.Published)))
        {
            foreach (var alternative in category.Alternatives.Where(alternative => alternative.Ratio is not null))
            {
                var shown = reported.Alternatives.Single(one => one.Name == alternative.Name);
                Assert.Equal(alternative.Ratio!.Ratio, shown.Ratio);
                Assert.Equal((alternative.Ratio.Lower, alternative.Ratio.Upper), shown.Interval);
                if (category.Record.Type == "Get")
                    Assert.Contains(RatioText.Render(shown), picture);
            }
        }
    }

    [Fact]
    public void The_claims_have_the_merged_ratios()
    {
        var claims = File.ReadLines(Path.Combine(Checkout.Root, "docs", "claims", "results.md"))
            .Select(line => MeasuredClaim().Match(line))
            .Where(claim => claim.Success)
            .ToArray();
        var compared = 0;
        foreach (var claim in claims)
        {
            var benchmark = claim.Groups[2].Value;
            var name = benchmark.Split('(')[0];
            var against = $"{name[..name.LastIndexOf('.')]}.{claim.Groups[3].Value}{benchmark[name.Length..]}";
            if (Topics.Select(topic => topic.Between(benchmark, against)).FirstOrDefault(one => one is not null)?.Ratio is not { } ratio)
                continue;
            AssertShows(claim.Groups[1].Value, ratio.Ratio);
            compared++;
        }

        Assert.InRange(compared, 5, int.MaxValue);
    }

    // Compares as many digits as are printed.
    private static void AssertShows(string printed, double value)
    {
        var digits = printed.Contains('.', StringComparison.Ordinal)
            ? printed.Length - printed.IndexOf('.', StringComparison.Ordinal) - 1
            : 0;
        Assert.Equal(double.Parse(printed, CultureInfo.InvariantCulture), value, 0.51 * Math.Pow(10, -digits));
    }

    [GeneratedRegex(@"((?:\.NET )?\w+) ~?(\d+(?:\.\d+)?)x")]
    private static partial Regex Figure();

    [GeneratedRegex(@"^\|[^|]*\| [\d.]+x time \| ([\d.]+)x [^|]*\|[^|]*\| `(Benchmarks\.[^`]+)` against `(\w+)` \|")]
    private static partial Regex MeasuredClaim();
}

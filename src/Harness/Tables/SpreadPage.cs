using System.Globalization;
using System.Text;
using Bench.Published;
using Bench.Statistics;

namespace Bench.Harness.Tables;

// How well runs repeat: the spread of ratios and times between launches, and of ratios between runs.
internal static class SpreadPage
{
    public const string FileName = "spread.md";

    public static string Render(IReadOnlyList<MergedTopic> topics)
    {
        var page = new StringBuilder(
            "# How well the figures repeat\n\nThe figures are standard deviations of logarithms, as percentages. Launches of a benchmark are spread over the run. Ratios are to the baseline of the comparison group, measured interleaved.\n\n"
        );
        page.Append(
            "| topic | benchmarks | ratio, between launches: median | nine in ten below | time, between launches: median | nine in ten below | ratio, between runs: median | nine in ten below |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n"
        );
        foreach (var topic in topics)
            page.Append(Line(topic.Name, topic));
        page.Append("\nBenchmarks whose ratio differs by more than 10% between the launches of the newest run, widest first:\n\n");
        var wide = topics
            .SelectMany(topic =>
                topic.Latest.Categories.SelectMany(category =>
                    category.Benchmarks.Select(benchmark => (category.Title, benchmark.Name, Spread: Deviation(benchmark.LogRatios)))
                )
            )
            .Where(one => one.Spread > 0.10)
            .OrderByDescending(one => one.Spread)
            .ToArray();
        foreach (var (title, name, spread) in wide)
            page.Append(CultureInfo.InvariantCulture, $"- {spread * 100:0.0}% {title}: {name}\n");
        page.Append(wide.Length == 0 ? "none\n" : "");
        var machines = topics
            .SelectMany(topic => topic.Machines)
            .Select(machine => machine.Name)
            .Distinct(StringComparer.Ordinal)
            .ToArray();
        if (machines.Length > 1)
        {
            page.Append(
                "\n## On another machine\n\nFor each machine class, this table counts how many of its ratios lie inside the \"another machine\" intervals computed from the other classes only.\n\n| left out | ratios | inside |\n| --- | ---: | ---: |\n"
            );
            foreach (var machine in machines.Order(StringComparer.Ordinal))
                page.Append(LeftOut(machine, topics));
        }

        return page.ToString();
    }

    private static string LeftOut(string name, IReadOnlyList<MergedTopic> topics)
    {
        var others = topics
            .SelectMany(topic => topic.Machines)
            .Where(machine => machine.Name != name)
            .SelectMany(machine => machine.Runs)
            .Distinct()
            .ToArray();
        AgainstPublished[] found =
        [
            .. topics
                .Where(topic => topic.Machines.Any(machine => machine.Name == name))
                .Select(topic => (topic.Name, topic.Machines.First(machine => machine.Name == name).Newest))
                .Select(topic =>
                    AgainstPublished.Create(
                        topic.Newest with
                        {
                            Topics = [.. topic.Newest.Topics.Where(one => one.Name == topic.Name)],
                        },
                        others
                    )
                ),
        ];
        var ratios = found.Sum(one => one.Ratios);
        var inside = ratios - found.Sum(one => one.Sizes.Count);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"| {name} | {ratios} | {inside}{(ratios > 0 ? $" ({100.0 * inside / ratios:0}%)" : "")} |\n"
        );
    }

    private static string Line(string name, MergedTopic topic)
    {
        var latest = topic.Latest.Categories.SelectMany(category => category.Benchmarks).ToArray();
        var runs = topic
            .Runs.SelectMany(run => run.Topics.Where(one => one.Name == topic.Name))
            .SelectMany(one => one.Categories)
            .SelectMany(category => category.Benchmarks)
            .Where(benchmark => benchmark.LogRatios.Count > 0)
            .GroupBy(benchmark => benchmark.FullName, StringComparer.Ordinal)
            .Select(same => Deviation([.. same.Select(benchmark => benchmark.LogRatios.Average())]));
        return $"| {name} | {latest.Length} | {Quantiles(latest.Select(benchmark => Deviation(benchmark.LogRatios)))} | {Quantiles(latest.Select(benchmark => LaunchMeans.Spread([.. benchmark.Times])))} | {Quantiles(runs)} |\n";
    }

    private static double Deviation(IReadOnlyList<double> logs) => logs.Count < 2 ? double.NaN : Math.Sqrt(NextRunRatio.Variance(logs));

    // The smallest value that this share of them does not exceed. Values are not interpolated, so "nine in ten" is a count.
    private static string Quantiles(IEnumerable<double> spreads)
    {
        double[] known = [.. spreads.Where(spread => !double.IsNaN(spread)).Order()];
        return known.Length == 0
            ? "- | -"
            : string.Create(
                CultureInfo.InvariantCulture,
                $"{known[(int)Math.Ceiling(0.5 * known.Length) - 1] * 100:0.0}% | {known[(int)Math.Ceiling(0.9 * known.Length) - 1] * 100:0.0}%"
            );
    }
}

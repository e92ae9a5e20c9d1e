using System.Text;
using Bench.Statistics;
using BenchmarkDotNet.Reports;
using Benchmarks.Running;

namespace Benchmarks.Tables;

/// <summary>How well the rows of a topic repeat: the spread of each row's mean between launches, by class, and the rows that miss the aim.</summary>
internal static class LaunchSpreadPage
{
    public const string FileName = "launch-spread.md";

    /// <summary>The aims: at most 3 % for the median row, 10 % for nine rows in ten.</summary>
    private const double MedianAim = 0.03;
    private const double NineInTenAim = 0.10;

    /// <summary>What stands above the topics.</summary>
    public static string Head { get; } = FormattableString.Invariant(
        $"# The spread between launches\n\nThe standard deviation of the logarithms of a row's launch means, as a percentage of its time. The aim: at most {MedianAim:0 %} for the median row and {NineInTenAim:0 %} for nine rows in ten.\n");

    public static string Of(string topic, IReadOnlyList<Summary> summaries, RunManifest run)
    {
        var rows = summaries
            .SelectMany(summary => summary.Reports)
            .Select(report => (report.BenchmarkCase, Spread: LaunchMeans.Spread(Launches.Means(report))))
            .Where(row => !double.IsNaN(row.Spread))
            .OrderByDescending(row => row.Spread)
            .ToArray();
        var page = new StringBuilder($"## {topic}\n\n");
        page.Append(Page.Origin(summaries, run)).Append("\n\n");
        if (rows.Length == 0)
            return page.Append("One launch has no spread: run with `--launchCount 5`.\n").ToString();

        page.Append("| rows of | rows | median | nine in ten below | largest |\n| --- | ---: | ---: | ---: | ---: |\n");
        page.Append(Line("**all**", [.. rows.Select(row => row.Spread)]));
        foreach (var type in rows.GroupBy(row => row.BenchmarkCase.Descriptor.Type).OrderBy(type => type.Key.FullName, StringComparer.Ordinal))
            page.Append(Line(Page.ShortName(type.Key), [.. type.Select(row => row.Spread)]));

        page.Append(FormattableString.Invariant($"\nRows beyond {NineInTenAim:0 %}: {rows.Count(row => row.Spread > NineInTenAim)}. Beyond {MedianAim:0 %}: {rows.Count(row => row.Spread > MedianAim)}, the widest first:\n\n"));
        foreach (var (row, spread) in rows.Where(row => row.Spread > MedianAim))
            page.Append(FormattableString.Invariant($"- {spread:0.0 %} {Page.ShortName(row.Descriptor.Type)}.{row.Descriptor.WorkloadMethod.Name} {row.Parameters.DisplayInfo}").TrimEnd()).Append('\n');
        return page.ToString();
    }

    private static string Line(string name, double[] spreads) => FormattableString.Invariant(
        $"| {name} | {spreads.Length} | {Quantile(spreads, 0.5):0.0 %} | {Quantile(spreads, 0.9):0.0 %} | {spreads.Max():0.0 %} |\n");

    // The smallest value that this share of the rows does not exceed: no interpolation, so that "nine in ten" is a count.
    private static double Quantile(double[] values, double share) =>
        values.Order().ElementAt((int)Math.Ceiling(share * values.Length) - 1);
}

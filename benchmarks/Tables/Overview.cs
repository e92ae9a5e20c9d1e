using System.Text;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using Benchmarks.HttpClients.Libraries;
using Benchmarks.Running;

namespace Benchmarks.Tables;

/// <summary>The short form of a topic: a line a category, which way won and by how much, and where no difference was shown.</summary>
internal static class Overview
{
    public const string FileName = "overview.md";

    /// <summary>What stands above the topics.</summary>
    public const string Head = "Times are divided by the baseline's (1.30x = takes 30 % longer), with the 99 % interval over launches, drift between rows included; the fastest way is bold.\n";

    public static string Of(string topic, IReadOnlyList<Summary> summaries, RunManifest run)
    {
        var page = new StringBuilder($"### {topic}\n\n");
        page.Append(run.Kind == RunKind.Quick ? "**Quick run: a first answer, not a figure to quote.**\n\n" : "");
        page.Append(Page.Origin(summaries, run)).Append("\n\n| what | baseline | the other ways |\n| --- | --- | --- |\n");
        foreach (var summary in summaries)
        {
            foreach (var category in summary.BenchmarksCases.GroupBy(summary.GetLogicalGroupKey))
                page.Append(Line(summary, [.. category]));
        }

        if (summaries.Any(summary => ClientPackages.Concern(summary.BenchmarksCases[0].Descriptor.Type)))
            page.Append('\n').Append(string.Join(' ', ClientPackages.Notes)).Append('\n');
        return page.ToString();
    }

    private static string Line(Summary summary, BenchmarkCase[] category)
    {
        var what = Page.ShortName(category[0].Descriptor.Type) + string.Concat(category[0].Parameters.Items.Select(item => $", {item.Value}"));
        var baseline = category.FirstOrDefault(summary.IsBaseline) ?? category[0];
        var baselineMeans = Launches.Means(summary[baseline]);
        var fastest = category
            .Where(row => Launches.Means(summary[row]).Length > 0)
            .MinBy(row => Launches.Means(summary[row]).Average());

        var others = category.Where(row => row != baseline).Select(row =>
        {
            var means = Launches.Means(summary[row]);
            var said = means.Length == 0
                ? "failed"
                : Launches.Compare(summary, baseline, row)?.ToString()
                    ?? FormattableString.Invariant($"{means.Average() / baselineMeans.Average():0.00}x (too few launches for an interval)");
            return $"{Name(row, fastest)} {said}";
        });
        var first = baselineMeans.Length == 0 ? "failed" : Page.Time(baselineMeans.Average());
        return $"| {what} | {Name(baseline, fastest)} {first} | {string.Join("; ", others)} |\n";
    }

    private static string Name(BenchmarkCase row, BenchmarkCase? fastest)
    {
        var name = row.Descriptor.WorkloadMethod.Name;
        return row == fastest ? $"**{name}**" : name;
    }
}

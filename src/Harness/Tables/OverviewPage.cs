using System.Globalization;
using System.Text;
using Bench.Harness.Records;
using Bench.Reports;

namespace Bench.Harness.Tables;

/// <summary>The short form of runs: a line a category, who won and by how much, and what is not significant.</summary>
internal static class OverviewPage
{
    public const string FileName = "overview.md";

    private const string Quick =
        "**Quick run: a first answer, not a figure to quote.** One launch does not show what differs between processes: 3 % are assumed.\n\n";

    /// <summary>What a reader must know of intervals that no second launch supports.</summary>
    public const string OneLaunch =
        "One launch does not show what differs between processes: its intervals assume 3 %, and a process that is out of the ordinary is not noticed.";

    /// <summary>The page of a run by itself.</summary>
    public static string Render(RunRecord run) =>
        Render(
            (run.Kind == RunKind.Quick ? Quick : "")
                + "Times divided by the baseline's, measured interleaved, with the 95 % confidence interval over the launches of this run; bold is the lowest ratio if it is significantly below 1, or else the baseline.\n"
                + (run.Kind != RunKind.Quick && run.Launches == 1 ? $"\n{OneLaunch}\n" : ""),
            MergedTopic.FromOne(run),
            _ => null
        );

    /// <summary>The page of what is published.</summary>
    /// <param name="topics">The topics.</param>
    /// <param name="mark">What stands above a topic whose code has changed since; null for nothing.</param>
    public static string RenderPublished(IReadOnlyList<MergedTopic> topics, Func<MergedTopic, string?> mark) =>
        Render(
            "Times divided by the baseline's, measured interleaved, over complete runs of the same code. The interval is a 95 % prediction interval: what the next such run is expected to say. Bold is the lowest ratio if it is significantly below 1, or else the baseline.\n",
            topics,
            mark
        );

    /// <summary>The lines of some classes, for a page about them.</summary>
    /// <exception cref="UsageException">One of them was never published.</exception>
    public static string RenderClasses(IReadOnlyList<string> classes, IReadOnlyList<MergedTopic> topics, Func<MergedTopic, string?> mark)
    {
        var page = new StringBuilder("| what | baseline | alternatives |\n| --- | --- | --- |\n");
        var origins = new List<MergedTopic>();
        foreach (var name in classes)
        {
            var topic =
                topics.FirstOrDefault(topic => topic.Categories.Any(category => category.Record.Type == name))
                ?? throw new UsageException($"A page asks for the figures of {name}, and nothing published has that name.");
            foreach (var category in topic.Categories.Where(category => category.Record.Type == name))
                page.Append(Line(category));
            if (!origins.Contains(topic))
                origins.Add(topic);
        }

        foreach (var topic in origins)
            page.Append('\n').Append(mark(topic) is { } stale ? stale + " " : "").Append(Origin(topic)).Append('\n');
        return page.ToString();
    }

    private static string Render(string head, IReadOnlyList<MergedTopic> topics, Func<MergedTopic, string?> mark)
    {
        var page = new StringBuilder(head);
        foreach (var topic in topics)
        {
            page.Append(CultureInfo.InvariantCulture, $"\n### {topic.Name}\n\n");
            if (mark(topic) is { } stale)
                page.Append(stale).Append("\n\n");
            page.Append(Origin(topic)).Append("\n\n| what | baseline | alternatives |\n| --- | --- | --- |\n");
            foreach (var category in topic.Categories)
                page.Append(Line(category));
            if (topic.Latest.Notes.Count > 0)
                page.Append('\n').Append(string.Join(' ', topic.Latest.Notes)).Append('\n');
        }

        return page.ToString();
    }

    /// <summary>The machines, the runtime and the code that figures came from, as one paragraph.</summary>
    public static string Origin(MergedTopic topic)
    {
        var newest = topic.Runs[0];
        var runs = topic.Runs.Select(run =>
            string.Create(
                CultureInfo.InvariantCulture,
                $"{run.Started.UtcDateTime:yyyy-MM-dd HH:mm} UTC ({run.Processor}, {run.Launches} launches, commit {run.Commit ?? "unknown"})"
            )
        );
        return $"{newest.Host}, {newest.Runtime}. {(topic.Runs.Count == 1 ? "One run" : $"{topic.Runs.Count} runs")}: {string.Join("; ", runs)}.";
    }

    private static string Line(MergedCategory category)
    {
        var fastest = Fastest(category);
        var first = category.Baseline is { } baseline ? $"{Bold(baseline.Name, fastest)} {Figures.Time(baseline)}" : "none";
        var others = category.Alternatives.Select(alternative =>
            $"{Bold(alternative.Name, fastest)} {(category.Baseline is null ? Figures.Time(alternative.Record) : Figures.Ratio(alternative))}"
        );
        return $"| {Cell(category.Title)} | {first} | {string.Join("; ", others)} |\n";
    }

    /// <summary>The smallest ratio if it is significantly below 1, and else the baseline.</summary>
    public static string? Fastest(MergedCategory category)
    {
        if (category.Baseline is null)
            return null;
        var best = category.Alternatives.Where(alternative => alternative.Ratio is not null).MinBy(alternative => alternative.Ratio!.Ratio);
        return best?.Ratio is { Upper: < 1 } ? best.Name : category.Baseline.Name;
    }

    public static string Bold(string name, string? fastest) => name == fastest ? $"**{Cell(name)}**" : Cell(name);

    public static string Cell(string text) => MarkdownText.Cell(text);
}

using System.Globalization;
using System.Text;
using Bench.Published;
using Bench.Reports;

namespace Bench.Harness.Tables;

// The short form of runs: one line per group with the winner, the ratios, and differences that are not significant.
internal static class OverviewPage
{
    public const string FileName = "overview.md";

    private const string Quick =
        "**Quick run: a first answer, not a figure to quote.** One launch does not show differences between processes, so 3% are assumed.\n\n";

    // A note for intervals that no second launch supports.
    public const string OneLaunch =
        "One launch does not show differences between processes. Its intervals assume 3%, and an unusual process is not noticed.";

    public static string Render(RunRecord run) =>
        Render(
            (run.IsQuick ? Quick : "")
                + "Ratios are times divided by the baseline's time, measured interleaved, with the 95% confidence interval over the launches of this run. Bold marks the lowest ratio if it is significantly below 1, otherwise the baseline.\n"
                + (!run.IsQuick && run.Launches == 1 ? $"\n{OneLaunch}\n" : ""),
            MergedTopic.FromOne(run)
        );

    /// <param name="topics">Published topics.</param>
    /// <param name="mark">Text above a topic whose code has changed since; null for none.</param>
    public static string RenderPublished(IReadOnlyList<MergedTopic> topics, Func<MergedTopic, string?> mark)
    {
        var page = new StringBuilder(
            "Each ratio is a time divided by the baseline's time, measured interleaved. Each column is a machine class; its interval is the 95% prediction interval for the next run on that class. \"Another machine\" is the 95% prediction interval for a machine class that was not measured. Bold marks the fastest variant if it is the same on every class. \"~\" marks a difference that is not significant.\n"
        );
        foreach (var topic in topics)
        {
            page.Append(CultureInfo.InvariantCulture, $"\n### {topic.Name}\n\n");
            if (mark(topic) is { } stale)
                page.Append(stale).Append("\n\n");
            AppendTable(page, topic, topic.Categories);
            page.Append('\n').Append(Disagreements(topic)).Append(Origin(topic));
            if (topic.Latest.Notes.Count > 0)
                page.Append('\n').Append(string.Join(' ', topic.Latest.Notes)).Append('\n');
        }

        return page.ToString();
    }

    /// <exception cref="UsageException">One of the classes was never published.</exception>
    public static string RenderClasses(IReadOnlyList<string> classes, IReadOnlyList<MergedTopic> topics, Func<MergedTopic, string?> mark)
    {
        var page = new StringBuilder();
        foreach (
            var topic in classes
                .Select(name =>
                    topics.FirstOrDefault(topic => topic.Categories.Any(category => category.Record.Type == name))
                    ?? throw new UsageException(
                        $"A page needs the figures of {name}, which is not published. Change the name, or publish it."
                    )
                )
                .Distinct()
        )
        {
            AppendTable(page, topic, topic.Categories.Where(category => classes.Contains(category.Record.Type)));
            page.Append('\n').Append(mark(topic) is { } stale ? stale + "\n\n" : "").Append(Origin(topic));
        }

        return page.ToString();
    }

    private static void AppendTable(StringBuilder page, MergedTopic topic, IEnumerable<MergedCategory> categories)
    {
        page.Append("| question | variant |")
            .AppendJoin("", topic.Machines.Select(machine => $" {Cell(machine.Name)} |"))
            .Append(" another machine |\n| --- | --- |")
            .AppendJoin("", topic.Machines.Select(_ => " ---: |"))
            .Append(" ---: |\n");
        foreach (var category in categories)
        {
            // Bold marks a winner that all machine classes agree on.
            var (winners, fastest) = (
                Enumerable.Range(0, topic.Machines.Count).Select(category.FastestOn).OfType<string>().Distinct().ToArray(),
                category.Fastest
            );
            var bold = winners is [var only] && only == fastest ? only : null;
            if (category.Baseline is { } baseline)
                page.Append($"| {Cell(category.Title)} | {Bold(baseline.Name, bold)} |")
                    .AppendJoin("", topic.Machines.Select(machine => $" {TimeOf(machine, topic.Name, baseline.FullName)} |"))
                    .Append(" 1 |\n");
            foreach (var alternative in category.Alternatives)
                page.Append($"| | {Bold(alternative.Name, bold)} |")
                    .AppendJoin("", alternative.ByMachine.Select(ratio => $" {(ratio is null ? "-" : TableFigures.Ratio(ratio))} |"))
                    .Append($" {(alternative.AnotherMachine is { } another ? TableFigures.Range(another) : "-")} |\n");
        }
    }

    // Significantly faster on one machine class, and significantly slower on another.
    private static string Disagreements(MergedTopic topic)
    {
        string[] lines =
        [
            .. from category in topic.Categories
            from alternative in category.Alternatives
            let faster = On(alternative, ratio => ratio.Upper < 1)
            let slower = On(alternative, ratio => ratio.Lower > 1)
            where faster.Length > 0 && slower.Length > 0
            select $"{Cell(category.Title)}: {Cell(alternative.Name)} is faster than {Cell(category.Baseline!.Name)} on {faster}, and slower on {slower}",
        ];
        return lines.Length == 0 ? "" : $"The machine classes disagree. {string.Join(". ", lines)}.\n\n";

        string On(MergedAlternative alternative, Func<MergedRatio, bool> holds) =>
            string.Join(
                ", ",
                topic
                    .Machines.Zip(alternative.ByMachine)
                    .Where(one => one.Second is { } ratio && holds(ratio))
                    .Select(one => one.First.Name)
            );
    }

    private static string TimeOf(MachineRuns machine, string topic, string benchmark) =>
        machine
            .Newest.Topics.First(one => one.Name == topic)
            .Categories.SelectMany(category => category.Benchmarks)
            .FirstOrDefault(one => one.FullName == benchmark)
            is { } record
            ? TableFigures.Time(record)
            : "-";

    private static string Render(string head, IReadOnlyList<MergedTopic> topics)
    {
        var page = new StringBuilder(head);
        foreach (var topic in topics)
        {
            page.Append(CultureInfo.InvariantCulture, $"\n### {topic.Name}\n\n| what | baseline | alternatives |\n| --- | --- | --- |\n");
            foreach (var category in topic.Categories)
                page.Append(Line(category));
            page.Append('\n').Append(Origin(topic));
            if (topic.Latest.Notes.Count > 0)
                page.Append('\n').Append(string.Join(' ', topic.Latest.Notes)).Append('\n');
        }

        return page.ToString();
    }

    // A list of machines, runtimes and commits.
    public static string Origin(MergedTopic topic)
    {
        var list = new StringBuilder();
        foreach (var machine in topic.Machines)
        {
            var runs = machine.Runs.Select(run =>
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{run.Started.UtcDateTime:yyyy-MM-dd HH:mm} UTC ({run.Launches} launches, commit {run.Commit ?? "unknown"})"
                )
            );
            var code =
                topic.Latest.Code is { } latest && machine.Newest.Topics.First(one => one.Name == topic.Name).Code == latest
                    ? ""
                    : ", of older code";
            list.Append(
                CultureInfo.InvariantCulture,
                $"- {machine.Name}: {machine.Newest.Processor}. {machine.Newest.Host}. {machine.Newest.Runtime}. {string.Join(", ", runs)}{code}.\n"
            );
        }

        return list.ToString();
    }

    private static string Line(MergedCategory category)
    {
        var fastest = category.Fastest;
        var first = category.Baseline is { } baseline ? $"{Bold(baseline.Name, fastest)} {TableFigures.Time(baseline)}" : "none";
        var others = category.Alternatives.Select(alternative =>
            $"{Bold(alternative.Name, fastest)} {(category.Baseline is null ? TableFigures.Time(alternative.Record) : TableFigures.Ratio(alternative))}"
        );
        return $"| {Cell(category.Title)} | {first} | {string.Join("; ", others)} |\n";
    }

    public static string Bold(string name, string? fastest) => name == fastest ? $"**{Cell(name)}**" : Cell(name);

    public static string Cell(string text) => MarkdownText.Cell(text);
}

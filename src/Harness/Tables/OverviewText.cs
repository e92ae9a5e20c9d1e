using System.Text.RegularExpressions;
using Bench.Published;
using Bench.Reports;

namespace Bench.Harness.Tables;

// The last screen of a run: a table of the questions with their winners, and the next step.
internal sealed partial class OverviewText(TextPage page)
{
    // A longer list of class filters does not help a reader, and is replaced by a star.
    private const int MaxFilters = 6;

    private readonly List<MergedCategory> undecided = [];

    /// <param name="run">The run to summarize.</param>
    /// <param name="command">The command that starts the program, without its own arguments.</param>
    /// <param name="file">Path of the overview page.</param>
    /// <param name="hasColours">True for a terminal that shows them.</param>
    /// <param name="columns">The width of the screen.</param>
    public static string Render(RunRecord run, string command, string file, bool hasColours = false, int columns = 120)
    {
        var page = new TextPage(hasColours, columns);
        var text = new OverviewText(page);
        foreach (var topic in MergedTopic.FromOne(run))
            text.Write(topic);
        page.Empty();
        if (text.undecided.Count > 0)
            page.Write("~ marks a difference from the baseline that is not significant.", tone: Tone.Faint);
        if (run.IsQuick)
            page.Write("Quick run: a first answer, not a figure to quote. Intervals assume that processes differ by 3%.");
        else if (run.Launches == 1)
            page.Write(OverviewPage.OneLaunch);
        page.Write($"Tables and this overview: {file}");
        page.Empty();
        page.WriteWhole(text.Next(run, command), 0, Tone.Strong);
        return page.ToString();
    }

    private void Write(MergedTopic topic)
    {
        page.Empty();
        page.Write(topic.Name, tone: Tone.Strong);
        page.Table(
            [Head("question"), Head("fastest"), Head("baseline"), Head("others, relative to the baseline")],
            [.. topic.Categories.Select(Row)],
            [false, false, false, false]
        );
    }

    private TonedText[] Row(MergedCategory category)
    {
        if (category.Baseline is not { } baseline)
            return
            [
                new(TitleOf(category.Record)),
                new("no baseline", Tone.Doubtful),
                new(),
                new(string.Join("; ", category.Alternatives.Select(one => $"{one.Name} {TableFigures.Time(one.Record)}"))),
            ];
        var isOpen = category.Fastest == baseline.Name && category.Alternatives.Any(one => one.Ratio is { IsSignificant: false });
        if (isOpen)
            undecided.Add(category);
        return
        [
            new(TitleOf(category.Record)),
            isOpen ? new("undecided", Tone.Undecided) : new(category.Fastest ?? "not compared", Tone.Good),
            new($"{baseline.Name} {TableFigures.Time(baseline)}"),
            new(
                string.Join(
                    "; ",
                    category
                        .Alternatives.OrderBy(one => one.Ratio?.Ratio ?? double.PositiveInfinity)
                        .Select(one => $"{(one.Ratio is { IsSignificant: false } ? "~ " : "")}{one.Name} {TableFigures.Ratio(one, "")}")
                )
            ),
        ];
    }

    private string Next(RunRecord run, string command)
    {
        if (undecided.Count == 0)
            return run.IsQuick
                ? $"Next: {command} --filter '*' measures figures to quote."
                : "Next: bench report turns the results into one page.";
        string[] types = [.. undecided.Select(category => category.Baseline!.Type).Distinct()];
        var filter = types.Length <= MaxFilters ? string.Join(' ', types.Select(type => $"'{type}.*'")) : "'*'";
        var launches = run.IsQuick ? "" : FormattableString.Invariant($" --launchCount {Math.Max(1, run.Launches) * 3}");
        return FormattableString.Invariant(
            $"Next: decide {undecided.Count} undecided {(undecided.Count == 1 ? "question" : "questions")} with more launches: {command} --filter {filter}{launches}"
        );
    }

    // Such as "JsonGet: in memory, PageSize=3".
    internal static string TitleOf(CategoryRecord category)
    {
        string[] conditions = [.. Named(category), .. category.Name.Length > 0 ? [category.Name] : Array.Empty<string>()];
        return conditions.Length == 0 ? category.Type : $"{category.Type}: {string.Join(", ", conditions)}";
    }

    // The record has the values only, and the full name has the names.
    private static IEnumerable<string> Named(CategoryRecord category)
    {
        var (name, start) = (category.Benchmarks[0].FullName, 0);
        foreach (var value in category.Parameters)
        {
            var match = Regex.Match(name[start..], $@"\b(?<name>[A-Za-z_]\w*): (?<quote>[""']?){Regex.Escape(value)}\k<quote>(?=, |\))");
            if (!match.Success)
            {
                yield return value;
                continue;
            }

            start += match.Index + match.Length;
            // Values of enumerations are words, and need no name.
            yield return match.Groups["quote"].Length == 0 && Word().IsMatch(value)
                ? NewWord().Replace(value, " ").ToLowerInvariant()
                : $"{match.Groups["name"].Value}={value}";
        }
    }

    private static TonedText Head(string text) => new(text, Tone.Strong);

    [GeneratedRegex(@"^(?!True$|False$)[A-Z]\w*$")]
    private static partial Regex Word();

    [GeneratedRegex("(?<=[a-z0-9])(?=[A-Z])")]
    private static partial Regex NewWord();
}

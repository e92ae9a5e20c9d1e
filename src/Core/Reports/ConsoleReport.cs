using Bench.Comparison;
using Spectre.Console;

namespace Bench.Reports;

/// <summary>A comparison as a table for a terminal, worst first.</summary>
internal static class ConsoleReport
{
    private const int MostRows = 60;
    private const int WidthOfNoTerminal = 200;
    private const int NarrowestTable = 120;

    public static void Write(TextWriter output, bool isTerminal, RunComparison comparison, Outcome outcome, bool showAll)
    {
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Out = new AnsiConsoleOutput(output),
            Ansi = isTerminal ? AnsiSupport.Detect : AnsiSupport.No,
            ColorSystem = isTerminal ? ColorSystemSupport.Detect : ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
        });
        // A narrower table would be slivers; a terminal wraps lines better than a table does.
        console.Profile.Width = isTerminal ? Math.Max(NarrowestTable, console.Profile.Width) : WidthOfNoTerminal;

        foreach (var notice in comparison.Notices)
            console.MarkupLineInterpolated($"[yellow]settings:[/] {Visible.Of(notice)}");
        foreach (var difference in comparison.EnvironmentDifferences)
            console.MarkupLineInterpolated($"[yellow]warning:[/] the environments differ: {Visible.Of(difference.ToString())}");
        foreach (var warning in comparison.Warnings)
            console.MarkupLineInterpolated($"[yellow]warning:[/] {Visible.Of(warning)}");

        foreach (var (text, isWarning) in Remarks.Of(comparison))
        {
            if (isWarning)
                console.MarkupLineInterpolated($"[yellow]warning:[/] {text}");
            else
                console.WriteLine(text);
        }

        var rows = RowOrder.WorstFirst(comparison.Rows);
        var shown = showAll ? rows.Count : Math.Min(MostRows, rows.Count);
        console.Write(Table(rows.Take(shown)));
        if (shown < rows.Count)
            console.MarkupLineInterpolated($"… and {rows.Count - shown} rows more, those worth less attention: --all, or --output FILE, shows them.");

        console.WriteLine(string.Join(", ", rows.GroupBy(RowOrder.GroupOf).OrderBy(group => group.Key).Select(group => $"{group.Count()} {RowOrder.NameOf(group.Key)}")));
        foreach (var topic in Topic.Of(comparison.Rows))
            console.MarkupLineInterpolated($"geometric mean of {Visible.Of(topic.Name)}: {Figures.Factor(topic.GeometricMean)} ({topic.Rows} rows)");
        if (rows.Any(row => row.Judged is not null))
            console.WriteLine(Topic.Warning);
        var remedies = Remedies.Of(comparison, rows);
        if (remedies.Count > 0)
            console.WriteLine("To decide what is inconclusive, measure again (dotnet run: both sides):");
        // Not wrapped: a command is to be copied.
        foreach (var remedy in remedies)
            output.WriteLine($"  {Visible.Of(remedy)}");
        console.WriteLine($"{Remarks.Margin(comparison)}{(Remarks.OwnMargins(comparison) is > 0 and var own ? $"; {own} with margins of their own" : "")}");
        console.MarkupLineInterpolated($"{(outcome.ExitCode == ExitCode.Passed ? "Passed" : "Not passed")} (exit code {(int)outcome.ExitCode}): {Visible.Of(outcome.Reason)}");
    }

    private static Table Table(IEnumerable<ComparedRow> rows)
    {
        var table = new Table { Border = TableBorder.Simple };
        table.AddColumn("Row");
        table.AddColumn(new TableColumn("Baseline").RightAligned().NoWrap());
        table.AddColumn(new TableColumn("Candidate").RightAligned().NoWrap());
        table.AddColumn(new TableColumn("Ratio (95 %)").NoWrap());
        table.AddColumn("Verdict");
        table.AddColumn("Allocated");
        table.AddColumn("Notes");
        foreach (var row in rows)
        {
            table.AddRow(
                Text(row.Name),
                Text(row.Measured is { } before ? Figures.Time(before.BaselineNanoseconds) : ""),
                Text(row.Measured is { } after ? Figures.Time(after.CandidateNanoseconds) : ""),
                Text(row.Judged is { } judged ? Figures.Ratio(judged) : ""),
                new Text(Figures.Verdict(row), Style(row)),
                Text(Figures.Allocation(row.Allocation)),
                Text(Figures.Notes(row)));
        }

        return table;
    }

    private static Text Text(string value) => new(Visible.Of(value, 300));

    private static Style Style(ComparedRow row) => new(RowOrder.GroupOf(row) switch
    {
        RowGroup.Failing or RowGroup.Lost => Color.Red,
        RowGroup.Regressed => Color.Yellow,
        RowGroup.Improved => Color.Green,
        _ => Color.Default,
    });
}

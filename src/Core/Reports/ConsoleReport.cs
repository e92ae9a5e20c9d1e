using Bench.Comparison;
using Spectre.Console;

namespace Bench.Reports;

/// <summary>A comparison as a table for a terminal, worst first.</summary>
internal static class ConsoleReport
{
    private const int MaxBenchmarks = 60;
    private const int WidthOfNoTerminal = 200;
    private const int NarrowestTable = 120;

    public static void Write(TextWriter output, bool isTerminal, RunComparison comparison, Outcome outcome, bool showAll)
    {
        var console = AnsiConsole.Create(
            new AnsiConsoleSettings
            {
                Out = new AnsiConsoleOutput(output),
                Ansi = isTerminal ? AnsiSupport.Detect : AnsiSupport.No,
                ColorSystem = isTerminal ? ColorSystemSupport.Detect : ColorSystemSupport.NoColors,
                Interactive = InteractionSupport.No,
            }
        );
        // A narrower table would be slivers; a terminal wraps lines better than a table does.
        console.Profile.Width = isTerminal ? Math.Max(NarrowestTable, console.Profile.Width) : WidthOfNoTerminal;

        foreach (var notice in comparison.Notices)
            console.MarkupLineInterpolated($"[yellow]settings:[/] {Visible.Render(notice)}");
        foreach (var difference in comparison.EnvironmentDifferences)
            console.MarkupLineInterpolated($"[yellow]warning:[/] the environments differ: {Visible.Render(difference.ToString())}");
        foreach (var warning in comparison.Warnings)
            console.MarkupLineInterpolated($"[yellow]warning:[/] {Visible.Render(warning)}");

        foreach (var (text, isWarning) in Remarks.Create(comparison))
        {
            if (isWarning)
                console.MarkupLineInterpolated($"[yellow]warning:[/] {text}");
            else
                console.WriteLine(text);
        }

        var benchmarks = BenchmarkOrder.WorstFirst(comparison.Benchmarks);
        var shown = showAll ? benchmarks.Count : Math.Min(MaxBenchmarks, benchmarks.Count);
        console.Write(Table(benchmarks.Take(shown)));
        if (shown < benchmarks.Count)
            console.MarkupLineInterpolated(
                $"… and {benchmarks.Count - shown} benchmarks more, those worth less attention: --all, or --output FILE, shows them."
            );

        console.WriteLine(
            string.Join(
                ", ",
                benchmarks
                    .GroupBy(BenchmarkOrder.GroupOf)
                    .OrderBy(group => group.Key)
                    .Select(group => $"{group.Count()} {BenchmarkOrder.NameOf(group.Key)}")
            )
        );
        foreach (var topic in Topic.Create(comparison.Benchmarks))
            console.MarkupLineInterpolated(
                $"geometric mean of {Visible.Render(topic.Name)}: {Figures.Factor(topic.GeometricMean)} ({topic.Benchmarks} benchmarks)"
            );
        if (benchmarks.Any(benchmark => benchmark.Judged is not null))
            console.WriteLine(Topic.Warning);
        var remedies = Remedies.Create(comparison, benchmarks);
        if (remedies.Count > 0)
            console.WriteLine("To decide what is inconclusive, measure again (dotnet run: both sides):");
        // Not wrapped: a command is to be copied.
        foreach (var remedy in remedies)
            output.WriteLine($"  {Visible.Render(remedy)}");
        console.WriteLine(
            $"{Remarks.Margin(comparison)}{(Remarks.OwnMargins(comparison) is > 0 and var own ? $"; {own} with margins of their own" : "")}"
        );
        console.MarkupLineInterpolated(
            $"{(outcome.ExitCode == ExitCode.Passed ? "Passed" : "Not passed")} (exit code {(int)outcome.ExitCode}): {Visible.Render(outcome.Reason)}"
        );
    }

    private static Table Table(IEnumerable<ComparedBenchmark> benchmarks)
    {
        var table = new Table { Border = TableBorder.Simple };
        table.AddColumn("Benchmark");
        table.AddColumn(new TableColumn("Baseline").RightAligned().NoWrap());
        table.AddColumn(new TableColumn("Candidate").RightAligned().NoWrap());
        table.AddColumn(new TableColumn("Ratio (95 %)").NoWrap());
        table.AddColumn("Verdict");
        table.AddColumn("Allocated");
        table.AddColumn("Notes");
        foreach (var benchmark in benchmarks)
        {
            table.AddRow(
                Text(benchmark.Name),
                Text(benchmark.Measured is { } before ? Figures.Time(before.BaselineNanoseconds) : ""),
                Text(benchmark.Measured is { } after ? Figures.Time(after.CandidateNanoseconds) : ""),
                Text(benchmark.Judged is { } judged ? Figures.Ratio(judged) : ""),
                new Text(Figures.Verdict(benchmark), Style(benchmark)),
                Text(Figures.Allocation(benchmark.Allocation)),
                Text(Figures.Notes(benchmark))
            );
        }

        return table;
    }

    private static Text Text(string value) => new(Visible.Render(value, 300));

    private static Style Style(ComparedBenchmark benchmark) =>
        new(
            BenchmarkOrder.GroupOf(benchmark) switch
            {
                BenchmarkGroup.Failing or BenchmarkGroup.Lost => Color.Red,
                BenchmarkGroup.Regressed => Color.Yellow,
                BenchmarkGroup.Improved => Color.Green,
                _ => Color.Default,
            }
        );
}

using Bench.Comparison;

namespace Bench.Reports;

/// <summary>
/// A comparison for a terminal or a log. First each benchmark that changed in one line, worst first, and last the verdict. Readers of a
/// log look there.
/// </summary>
internal static class ConsoleReport
{
    private const int MaxBenchmarks = 60;
    private const int MaxAcrossMachines = 3;

    // A run of some classes lacks the benchmarks of all others. Up to this many are named.
    private const int MaxOfLostClasses = 4;

    /// <param name="files">Where the reports are; null if there are none.</param>
    public static string Render(bool hasColours, int width, RunComparison comparison, Outcome outcome, bool showAll, string? files = null)
    {
        var page = new TextPage(hasColours, width);
        var benchmarks = BenchmarkOrder.WorstFirst(comparison.Benchmarks);
        ComparedBenchmark[] lost = showAll ? [] : [.. benchmarks.Where(one => comparison.ClassesOfBaselineAlone.Contains(one.Type))];
        if (lost.Length <= MaxOfLostClasses)
            lost = [];
        ComparedBenchmark[] listed = showAll ? [.. benchmarks] : [.. Notable(comparison, benchmarks).Except(lost)];
        ComparedBenchmark[] shown = showAll ? listed : [.. listed.Take(MaxBenchmarks)];
        // Without this, figures of different machines would look like changes.
        foreach (var line in Remarks.Machines(comparison))
            page.Write(line, tone: Tone.Doubtful);
        new ChangeLines(shown).Write(page);
        if (shown.Length < listed.Length)
            page.Write($"… and {listed.Length - shown.Length} more. Use --all or --output FILE to see them.");
        page.Empty();
        About(page, comparison);
        Remark(page, comparison);

        page.Empty();
        foreach (var reason in benchmarks.Where(benchmark => benchmark.LeftOut is not null).GroupBy(benchmark => benchmark.LeftOut))
            page.Write($"Skipped ({reason.Count()}): {reason.Key}");
        if (lost.Length > 0)
            page.Write($"Vanished together with their class ({lost.Length}), named by --all");
        page.Write($"{BenchmarkOrder.Counts(benchmarks)}{(listed.Length < benchmarks.Count ? " (--all lists each)" : "")}");
        if (showAll && CheckCost.Line(comparison) is { } cost)
            page.Write(cost);
        var next = NextSteps.Create(comparison);
        if (next.Commands.Count > 0)
            page.Write(next.Introduction);
        foreach (var command in next.Commands)
            page.WriteWhole(command, 2);
        if (files is not null)
            page.Write(files);
        page.Empty();
        page.Write(
            $"{outcome.Words.ToUpperInvariant()}{Remarks.AcceptedByChange(comparison)}: {outcome.Reason.TrimEnd('.')} (exit code {(int)outcome.ExitCode})",
            tone: ToneOf(outcome.ExitCode)
        );
        return page.ToString();
    }

    private static Tone ToneOf(ExitCode exitCode) =>
        exitCode switch
        {
            ExitCode.Passed => Tone.Passed,
            ExitCode.Inconclusive or ExitCode.NothingCompared or ExitCode.Interrupted => Tone.Undecided,
            _ => Tone.Failed,
        };

    // Benchmarks that did not change are only counted.
    private static IEnumerable<ComparedBenchmark> Notable(RunComparison comparison, IReadOnlyList<ComparedBenchmark> benchmarks) =>
        benchmarks
            .GroupBy(BenchmarkOrder.GroupOf)
            .SelectMany(group =>
                group.Key switch
                {
                    BenchmarkGroup.Equivalent
                    or BenchmarkGroup.NotWorse
                    or BenchmarkGroup.SameCode
                    or BenchmarkGroup.LeftOut
                    or BenchmarkGroup.Usual
                    or BenchmarkGroup.LikeAllocation => [],
                    BenchmarkGroup.NotCompared when comparison.IsAcrossMachines || comparison.IsIdentical => [],
                    // Between machine classes nothing fails, so a few benchmarks of each group are enough.
                    not BenchmarkGroup.Differs when comparison.IsAcrossMachines => group.Take(MaxAcrossMachines),
                    _ => group,
                }
            );

    private static void About(TextPage page, RunComparison comparison)
    {
        List<(string Name, string Value)> lines = [.. AboutCheck.Create(comparison)];
        if (!comparison.IsAcrossMachines)
            lines.Add(
                (
                    "Margin",
                    $"{Remarks.Margin(comparison)["Margin ".Length..]}{(Remarks.OwnMargins(comparison) is > 0 and var own ? $"; {own} with margins of their own" : "")}"
                )
            );
        var widest = lines.Select(line => line.Name.Length).DefaultIfEmpty().Max();
        foreach (var (name, value) in lines)
            page.Write(new TonedText($"{name.PadRight(widest)}  {value}", Tone.Faint), hanging: widest + 2);
    }

    private static void Remark(TextPage page, RunComparison comparison)
    {
        foreach (var notice in comparison.Notices)
            page.Write($"settings: {notice}", tone: Tone.Doubtful);
        foreach (var difference in Remarks.OtherDifferences(comparison))
            page.Write($"warning: the environments differ: {difference}", tone: Tone.Doubtful);
        foreach (var warning in comparison.Warnings)
            page.Write($"warning: {warning}", tone: Tone.Doubtful);
        foreach (var (text, isWarning) in Remarks.Create(comparison))
            page.Write(isWarning ? $"warning: {text}" : text, tone: isWarning ? Tone.Doubtful : Tone.Plain);
    }
}

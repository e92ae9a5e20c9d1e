using Bench.Comparison;
using Bench.Statistics;
using Spectre.Console;

namespace Bench.Reports;

/// <summary>
/// A comparison for a terminal, worst first. Names are longer than any column, so each benchmark has its name on one line and its
/// figures below.
/// </summary>
internal static class ConsoleReport
{
    private const int MaxBenchmarks = 60;
    private const int MaxAlike = 4;
    private const int MaxAcrossMachines = 3;
    private const int MaxReasons = 3;
    private const int IndentOfName = 2;
    private const int IndentOfFigures = 4;
    private const int WidthOfTime = 8;
    private const int WidthOfRatio = 20;

    public static void Write(TextWriter output, bool hasColours, int width, RunComparison comparison, Outcome outcome, bool showAll)
    {
        var page = new ConsolePage(output, hasColours, width);
        Remark(page, comparison);
        About(page, comparison);

        var benchmarks = BenchmarkOrder.WorstFirst(comparison.Benchmarks);
        // Hundreds of benchmarks may run the same code or be missing from a filtered run. Only their number is shown.
        var classes = comparison.ClassesOfBaselineAlone;
        var (same, absent) = (Folded(IsSameCode), Folded(benchmark => classes.Contains(benchmark.Type)));
        ComparedBenchmark[] leftOut = showAll ? [] : [.. benchmarks.Where(benchmark => benchmark.LeftOut is not null)];
        HashSet<object> folded = new([.. same, .. absent, .. leftOut], ReferenceEqualityComparer.Instance);
        if (comparison.IsAcrossMachines && !showAll)
            folded.UnionWith(LessNotable(benchmarks));
        ComparedBenchmark[] listed = [.. benchmarks.Where(benchmark => !folded.Contains(benchmark))];
        var shown = showAll ? listed.Length : Math.Min(MaxBenchmarks, listed.Length);
        foreach (var group in listed.Take(shown).GroupBy(BenchmarkOrder.GroupOf))
            Group(page, group, benchmarks.Count(benchmark => BenchmarkOrder.GroupOf(benchmark) == group.Key));
        page.Empty();
        if (shown < listed.Length)
            page.Write($"… and {listed.Length - shown} more benchmarks of less interest. Use --all or --output FILE to see them.");
        Fold("Vanished together with their class", absent, BenchmarkGroup.Lost);
        Fold(BenchmarkOrder.TitleOf(BenchmarkGroup.SameCode), same, BenchmarkGroup.SameCode);
        foreach (var reason in leftOut.GroupBy(benchmark => benchmark.LeftOut))
            page.Write($"Skipped ({reason.Count()}): {reason.Key}");
        page.Write($"{Counts(benchmarks)}{(comparison.IsAcrossMachines && !showAll ? " (--all shows each)" : "")}");
        Topics(page, comparison);
        if (!comparison.IsAcrossMachines)
            page.Write(
                $"{Remarks.Margin(comparison)}{(Remarks.OwnMargins(comparison) is > 0 and var own ? $"; {own} with margins of their own" : "")}"
            );
        if (CheckCost.Line(comparison) is { } cost)
            page.Write(cost);
        Commands(page, comparison, benchmarks);
        // The failures and the verdict come last: readers of a log look there.
        Reasons(page, [.. benchmarks.Where(benchmark => BenchmarkOrder.GroupOf(benchmark) == BenchmarkGroup.Failing)]);
        page.Write(
            $"{outcome.Words}{Remarks.AcceptedByChange(comparison)} (exit code {(int)outcome.ExitCode}): {outcome.Reason}",
            style: new Style(outcome.ExitCode == ExitCode.Passed ? Color.Green : Color.Red)
        );

        ComparedBenchmark[] Folded(Func<ComparedBenchmark, bool> isAlike) =>
            !showAll && benchmarks.Where(isAlike).ToArray() is { Length: > MaxAlike } alike ? alike : [];

        void Fold(string title, ComparedBenchmark[] alike, BenchmarkGroup group)
        {
            if (alike.Length == 0)
                return;
            page.Write($"{title} ({alike.Length}), named by --all", style: Style(group));
            page.Empty();
        }
    }

    // Between machine classes nothing fails, so a few benchmarks of each group are enough.
    private static IEnumerable<ComparedBenchmark> LessNotable(IReadOnlyList<ComparedBenchmark> benchmarks) =>
        benchmarks
            .GroupBy(BenchmarkOrder.GroupOf)
            .SelectMany(group =>
                group.Key switch
                {
                    BenchmarkGroup.Differs => [],
                    BenchmarkGroup.NotCompared or BenchmarkGroup.Usual or BenchmarkGroup.LikeAllocation => group,
                    _ => group.Skip(MaxAcrossMachines),
                }
            );

    private static bool IsSameCode(ComparedBenchmark benchmark) => BenchmarkOrder.GroupOf(benchmark) == BenchmarkGroup.SameCode;

    private static void Remark(ConsolePage page, RunComparison comparison)
    {
        foreach (var line in Remarks.Machines(comparison))
            page.Write(line, style: Color.Yellow);
        foreach (var notice in comparison.Notices)
            page.Write($"settings: {notice}", style: Color.Yellow);
        foreach (var difference in Remarks.OtherDifferences(comparison))
            page.Write($"warning: the environments differ: {difference}", style: Color.Yellow);
        foreach (var warning in comparison.Warnings)
            page.Write($"warning: {warning}", style: Color.Yellow);
        foreach (var (text, isWarning) in Remarks.Create(comparison))
            page.Write(isWarning ? $"warning: {text}" : text, style: isWarning ? Color.Yellow : null);
    }

    private static void About(ConsolePage page, RunComparison comparison)
    {
        var lines = AboutCheck.Create(comparison);
        var widest = lines.Select(line => line.Name.Length).DefaultIfEmpty().Max();
        foreach (var (name, value) in lines)
            page.Write($"{name.PadRight(widest)}  {value}");
    }

    private static void Group(ConsolePage page, IGrouping<BenchmarkGroup, ComparedBenchmark> group, int count)
    {
        page.Empty();
        page.Write(
            $"{BenchmarkOrder.TitleOf(group.Key)} ({count}{(group.Count() is var shown && shown < count ? $", {shown} of them shown" : "")})",
            style: Style(group.Key)
        );
        foreach (var benchmark in group)
        {
            page.Write(benchmark.Name, IndentOfName);
            page.Write(Times(benchmark), IndentOfFigures);
            if (benchmark.Allocation is { } allocation)
                page.Write($"allocated {Figures.Allocation(allocation)}", IndentOfFigures);
            if (Figures.Notes(benchmark) is { Length: > 0 } notes)
                page.Write(notes, IndentOfFigures);
        }
    }

    private static void Reasons(ConsolePage page, IReadOnlyList<ComparedBenchmark> failing)
    {
        if (failing.Count > 0)
            page.Empty();
        foreach (var benchmark in failing.Take(MaxReasons))
            page.Write($"{benchmark.Name}: {Reason(benchmark)}");
        if (failing.Count > MaxReasons)
            page.Write($"… and {failing.Count - MaxReasons} more, listed above.");
    }

    private static string Reason(ComparedBenchmark benchmark)
    {
        var reasons = new List<string>();
        if (benchmark is { TimeFails: true, Judged: { } time })
            reasons.Add(
                $"{Figures.Factor(time.Ratio)} the baseline's {(time == benchmark.RatioToBaseline ? $"ratio to {benchmark.CategoryBaseline}" : "time")}{Interval(time)}"
            );
        if (benchmark is { AllocationFails: true, Allocation: { } allocation })
            reasons.Add($"{Figures.Bytes(allocation.CandidateBytes - allocation.BaselineBytes)} more allocated");
        return string.Join("; ", reasons) + ".";
    }

    private static string Interval(TimeJudgement time) =>
        time.Deciding is ({ } lower, { } upper)
            ? FormattableString.Invariant($" ({100 * time.Confidence:0}% CI {Figures.Factor(lower, "")}-{Figures.Factor(upper, "")})")
            : "";

    private static string Times(ComparedBenchmark benchmark)
    {
        var measured = Figures.Sides(benchmark) is var (before, after)
            ? $"{before.PadLeft(WidthOfTime)} -> {after.PadRight(WidthOfTime)}  "
            : "";
        var ratio = benchmark.Judged is { } judged ? Figures.Ratio(judged).PadRight(WidthOfRatio) + "  " : "";
        return measured + ratio + Figures.Verdict(benchmark);
    }

    private static string Counts(IReadOnlyList<ComparedBenchmark> benchmarks) =>
        string.Join(
            ", ",
            benchmarks
                .GroupBy(BenchmarkOrder.GroupOf)
                .OrderBy(group => group.Key)
                .Select(group => $"{group.Count()} {BenchmarkOrder.NameOf(group.Key)}")
        );

    private static void Topics(ConsolePage page, RunComparison comparison)
    {
        var topics = Topic.Create(comparison.Benchmarks);
        foreach (var topic in topics)
            page.Write($"geometric mean of {topic.Name}: {Figures.Factor(topic.GeometricMean)} ({topic.Benchmarks} benchmarks)");
        if (topics.Count > 0)
            page.Write(Topic.Warning);
    }

    private static void Commands(ConsolePage page, RunComparison comparison, IReadOnlyList<ComparedBenchmark> benchmarks)
    {
        if (comparison.Check?.Commit is not null)
        {
            var repeat = Reproduction.Commands(comparison, Reproduction.ToRepeat(benchmarks));
            Commands(page, Reproduction.Introduction(repeat), repeat);
        }

        var remedies = Remedies.Create(comparison, benchmarks);
        Commands(page, Remedies.Introduction(remedies), remedies);
    }

    private static void Commands(ConsolePage page, string introduction, IReadOnlyList<string> commands)
    {
        if (commands.Count == 0)
            return;
        page.Write(introduction);
        foreach (var command in commands)
            page.WriteWhole(command, IndentOfName);
    }

    private static Style Style(BenchmarkGroup group) =>
        group switch
        {
            BenchmarkGroup.Failing or BenchmarkGroup.Lost => Color.Red,
            BenchmarkGroup.Regressed => Color.Yellow,
            BenchmarkGroup.Improved => Color.Green,
            _ => Color.Default,
        };
}

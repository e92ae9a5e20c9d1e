using System.Text;
using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Reports;

// The result of `bench versus` as Markdown: the variants of each comparison group, fastest first, or benchmarks on two runtimes.
internal static class RankingReport
{
    public static string Render(RunComparison comparison, string command)
    {
        var page = new StringBuilder();
        foreach (var category in RankedCategory.Create(comparison))
            Category(page, category);
        Benchmarks(page, comparison);
        foreach (var warning in comparison.Warnings)
            page.Append($"\n> {MarkdownText.CodeOfSentence(warning)}\n");
        page.Append(
            $"\n{MarkdownText.Code(command)}{Origin(comparison)}. Ratios to {(TwoBuilds(comparison).Length == 0 ? "the baseline of the group" : MarkdownText.Code(comparison.Check?.Baseline ?? ""))}, with 95% intervals over replicates of two process pairs. "
        );
        page.Append(
            $"Faster and slower mean a difference of more than {Figures.Percent(comparison.Margin.Relative)}, and equal means a smaller one.\n"
        );
        return page.ToString().TrimStart('\n');
    }

    private static ComparedBenchmark[] TwoBuilds(RunComparison comparison) =>
        [.. comparison.Benchmarks.Where(benchmark => benchmark.Against is null)];

    // In the order of the program.
    private static void Benchmarks(StringBuilder page, RunComparison comparison)
    {
        if (TwoBuilds(comparison) is not { Length: > 0 } benchmarks || comparison.Check is not { } check)
            return;
        page.Append(
            $"\n| benchmark | {MarkdownText.Code(check.Baseline)} | {MarkdownText.Code(check.Candidate)} | ratio (95% CI) | | allocated | |\n| --- | ---: | ---: | --- | --- | --- | --- |\n"
        );
        foreach (var benchmark in benchmarks)
        {
            var (sides, notes) = (Figures.Sides(benchmark), Figures.Limits(benchmark));
            page.Append(
                $"| {MarkdownText.Code(benchmark.Name)} | {sides?.Baseline} | {sides?.Candidate} | {(benchmark.Time is { } time ? Figures.Ratio(time) : "")} | {Word(benchmark)} "
            );
            page.Append($"| {Figures.Allocation(benchmark.Allocation)} | {(notes.Length == 0 ? "" : MarkdownText.Code(notes))} |\n");
        }
    }

    private static void Category(StringBuilder page, RankedCategory category)
    {
        page.Append(
            $"\n### {MarkdownText.Code(category.Type)}{(category.Parameters.Length == 0 ? "" : ", " + MarkdownText.Code(category.Parameters))}{(category.Job.Length == 0 ? "" : $" [{MarkdownText.Code(category.Job)}]")}\n\n"
        );
        page.Append("| variant | time | ratio (95% CI) | | allocated | |\n| --- | ---: | --- | --- | ---: | --- |\n");
        var lines = category
            .Benchmarks.Select(benchmark => (benchmark.Time?.Ratio ?? double.NaN, Line(benchmark, category.BaselineNanoseconds)))
            .Append((1, Baseline(category)));
        foreach (var (_, line) in lines.OrderBy(line => double.IsNaN(line.Item1) ? double.MaxValue : line.Item1))
            page.Append(line);
    }

    private static string Baseline(RankedCategory category) =>
        $"| {MarkdownText.Code(category.Baseline)} | {(category.BaselineNanoseconds is { } time ? Figures.Time(time) : "")} | baseline | | {(category.BaselineBytes is { } bytes ? Figures.Bytes(bytes) : "")} | |\n";

    // Each pair ran at another time, so the times of its two processes compare with no others. The ratio does.
    private static string Line(ComparedBenchmark benchmark, double? baseline)
    {
        var notes = Figures.Limits(benchmark);
        return $"| {MarkdownText.Code(benchmark.Method)} | {(benchmark.Time is { Ratio: not double.NaN and var factor } ? Figures.Time(baseline!.Value * factor) : "")} | {(benchmark.Time is { } time ? Figures.Ratio(time) : "")} | {Word(benchmark)} "
            + $"| {(benchmark.Allocation is { } allocation ? Figures.Bytes(allocation.CandidateBytes) : "")} | {(notes.Length == 0 ? "" : MarkdownText.Code(notes))} |\n";
    }

    internal static string Word(ComparedBenchmark benchmark) =>
        benchmark.Time?.Verdict switch
        {
            Verdict.Improved => "faster",
            Verdict.Regressed => "slower",
            Verdict.Equivalent => "equal",
            Verdict.NotWorse => "not slower",
            Verdict.Inconclusive => "inconclusive",
            _ => "failed",
        };

    private static string Origin(RunComparison comparison) =>
        comparison.Environment is not { } environment
            ? ""
            : ": "
                + string.Join(
                    ", ",
                    new[]
                    {
                        environment.Processor,
                        environment.OperatingSystem,
                        environment.Cores is { } cores ? $"{cores} cores" : null,
                        Runtime(comparison, environment),
                        environment.GcMode is { } gc ? $"{gc} GC" : null,
                    }
                        .OfType<string>()
                        .Where(text => text.Length > 0)
                        .Select(MarkdownText.Code)
                );

    private static string? Runtime(RunComparison comparison, RunEnvironment environment) =>
        comparison.EnvironmentDifferences.FirstOrDefault(RunEnvironment.IsOfRuntime) is { } both
            ? $"{both.Baseline} -> {both.Candidate}"
            : environment.Runtime;
}

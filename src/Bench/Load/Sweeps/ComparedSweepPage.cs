using System.Text;
using Bench.Comparison;
using Bench.Reports;

namespace Bench.Load;

internal static class ComparedSweepPage
{
    public static string Render(ComparedSweep sweep, Settings settings)
    {
        var page = new StringBuilder();
        var (levels, first, matrix) = (sweep.Levels, sweep.Levels[0], sweep.Levels[0].Matrix);
        JudgedMatrix[] judged = [.. levels.Select(level => new JudgedMatrix(level, settings))];
        var measured = levels.MaxBy(level => level.Variants[0].Rounds.Count)!;
        page.Line($"# {MarkdownText.Cell(sweep.Name)}\n");
        page.Line(
            $"`{LoadReport.Plain(first.Target)}` on {LoadReport.Machine(first.Environment)}. {MatrixNotes.Sharing(matrix)} {measured.Variants[0].Rounds.Count} rounds. In each round, all samples are new processes. They run at the same time, and warm up for {MatrixNotes.WarmUp(measured)}. Then the levels follow in random order. Each level is loaded for {matrix.DurationSeconds:0} s or more per sample at a common pace (h2load): {matrix.Pace:0%} of the slowest sample's peak in a trial run. The slices of the samples are interleaved. After that, the first and each other sample are loaded at the same time. At the end, each level is loaded at full speed (wrk)."
        );
        if (first.Partial is { } partial)
            page.Line($"\n**Partial:** {MarkdownText.Cell(partial)}.");
        for (var variant = 1; variant < matrix.Variants.Count; variant++)
            Compare(page, judged, variant);
        page.Append(MatrixNotes.Jumps(levels));
        page.Append(MatrixNotes.Behind(levels));
        page.Append(MatrixNotes.Refusals(levels));
        page.Append(MatrixNotes.RefusalsAtFullSpeed(levels));
        page.Append(MatrixNotes.Silences(levels));
        page.Line(
            $"\nThroughput counts good responses; a ratio above 1 is higher. All other measures are per request at the pace; a ratio below 1 is lower. Ratios are computed within each round, and the 95% intervals are over rounds.{BySlices(levels)} {MatrixNotes.Judged(judged)} Requests/s are medians over rounds. Made with {MarkdownText.Cell(string.Join(", ", first.Tools))}."
        );
        return page.ToString();
    }

    // A slow server has few slices at many connections, so levels may differ.
    private static string BySlices(IReadOnlyList<MatrixResult> levels)
    {
        var ways = levels.Where(level => level.Variants[0].Rounds.Count > 0).GroupBy(MatrixNotes.BySlices).ToArray();
        return ways.Length == 1
            ? ways[0].Key
            : string.Concat(
                ways.Select(way =>
                    $" At {string.Join(", ", way.Select(level => Text(level.Matrix.Connections)))} connections:{(way.Key.Length > 0 ? way.Key : " All slices of a round are compared together.")}"
                )
            );

        static string Text(int connections) => FormattableString.Invariant($"{connections}");
    }

    private static void Compare(StringBuilder page, IReadOnlyList<JudgedMatrix> levels, int index)
    {
        var variants = levels[0].Result.Matrix.Variants;
        var (baseline, candidate) = (MarkdownText.Cell(variants[0].Name), MarkdownText.Cell(variants[index].Name));
        page.Line(
            $"\n## {candidate} against {baseline}\n\n| connections | requests/s, {baseline} | {candidate} | throughput | verdict | {string.Join(" | ", LoadMeasure.ComparedAtThePace.Select(measure => measure.Name))} |"
        );
        page.Line($"| ---: | ---: | ---: | --- | --- |{string.Concat(LoadMeasure.ComparedAtThePace.Select(_ => " --- |"))}");
        foreach (var level in levels.Where(level => level.Result.Variants[0].Rounds.Count > 0))
            page.Line(
                $"| {level.Result.Matrix.Connections} | {Rate(level, 0)} | {Rate(level, index)} | {MatrixPage.Throughput(level, index)} | {MatrixPage.RatiosAtThePace(level, index)} |"
            );
        var limits = levels
            .Select(level => level.Result)
            .SelectMany(level =>
                new[] { level.Variants[0], level.Variants[index] }.Select(variant =>
                    (level.Matrix.Connections, variant.Variant.Name, Reason: level.LimitOfGenerator(variant))
                )
            )
            .Where(limit => limit.Reason is not null)
            .ToLookup(limit => (limit.Name, limit.Reason), limit => limit.Connections);
        foreach (var limit in limits)
            page.Line(
                $"{MatrixNotes.Limit($"{MarkdownText.Cell(limit.Key.Name)} at {string.Join(", ", limit)} connections", limit.Key.Reason)}"
            );
    }

    private static string Rate(JudgedMatrix level, int variant) =>
        LoadReport.Rate(level.Result.Variants[variant].Median(round => round.Peak.GoodRequestsPerSecond));
}

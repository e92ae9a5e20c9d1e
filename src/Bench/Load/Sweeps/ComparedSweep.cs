using System.Text;
using Bench.Comparison;
using Bench.Hiding;
using Bench.Reports;

namespace Bench.Load;

/// <summary>
/// Several samples at several numbers of connections, interleaved. Each level is a matrix whose variants are the samples.
/// </summary>
/// <param name="Levels">In ascending order of connections.</param>
internal sealed record ComparedSweep(string Name, IReadOnlyList<MatrixResult> Levels)
{
    public static string NameOf(string sweep, int connections) => FormattableString.Invariant($"{sweep}-{connections}");

    /// <summary>True if a sample gave no good answer at a measured level, in a round or in whole slices.</summary>
    public bool IsAnyUnanswered => Levels.Any(level => level.Silences.Count > 0);

    public string Render(Settings settings)
    {
        var page = new StringBuilder();
        var (first, matrix) = (Levels[0], Levels[0].Matrix);
        var measured = Levels.MaxBy(level => level.Arms[0].Rounds.Count)!;
        page.Line($"# {MarkdownText.Cell(Name)}\n");
        page.Line(
            $"`{LoadReport.Plain(first.Target)}` on {LoadReport.Machine(first.Environment)}. {LoadReport.Sharing(matrix)} {measured.Arms[0].Rounds.Count} rounds. In each round, all samples are new processes. They run at the same time, and warm up for {LoadReport.WarmUp(measured)}. Then the levels follow in random order. Each level is loaded for {matrix.DurationSeconds:0} s or more per sample at a common pace (h2load): {matrix.Pace:0%} of the slowest sample's peak in a trial run. The slices of the samples are interleaved. After that, the first and each other sample are loaded at the same time. At the end, each level is loaded at full speed (wrk)."
        );
        if (first.Partial is { } partial)
            page.Line($"\n**Partial:** {MarkdownText.Cell(partial)}.");
        foreach (var arm in Enumerable.Range(1, first.Matrix.Arms.Count - 1))
            Compare(page, arm, settings);
        page.Append(LoadReport.Leaps(Levels));
        page.Append(LoadReport.Behind(Levels));
        page.Append(LoadReport.Refusals(Levels));
        page.Append(LoadReport.RefusalsAtFullSpeed(Levels));
        page.Append(LoadReport.Silences(Levels));
        page.Line(
            $"\nThroughput counts good responses; a ratio above 1 is higher. All other measures are per request at the pace; a ratio below 1 is lower. Ratios are computed within each round, and the 95% intervals are over rounds.{BySlices()} {LoadReport.Judged(Levels, settings)} Requests/s are medians over rounds. Made with {MarkdownText.Cell(string.Join(", ", first.Tools))}."
        );
        return page.ToString();
    }

    // A slow server has few slices at many connections, so levels may differ.
    private string BySlices()
    {
        var ways = Levels.Where(level => level.Arms[0].Rounds.Count > 0).GroupBy(LoadReport.BySlices).ToArray();
        return ways.Length == 1
            ? ways[0].Key
            : string.Concat(
                ways.Select(way =>
                    $" At {string.Join(", ", way.Select(level => Text(level.Matrix.Connections)))} connections:{(way.Key.Length > 0 ? way.Key : " All slices of a round are compared together.")}"
                )
            );

        static string Text(int connections) => FormattableString.Invariant($"{connections}");
    }

    private void Compare(StringBuilder page, int index, Settings settings)
    {
        var arms = Levels[0].Matrix.Arms;
        var (baseline, candidate) = (MarkdownText.Cell(arms[0].Name), MarkdownText.Cell(arms[index].Name));
        page.Line(
            $"\n## {candidate} against {baseline}\n\n| connections | requests/s, {baseline} | {candidate} | throughput | verdict | {string.Join(" | ", LoadMeasure.ComparedAtThePace.Select(measure => measure.Name))} |"
        );
        page.Line($"| ---: | ---: | ---: | --- | --- |{string.Concat(LoadMeasure.ComparedAtThePace.Select(_ => " --- |"))}");
        foreach (var level in Levels.Where(level => level.Arms[0].Rounds.Count > 0))
        {
            var fullSpeed = Of(level, LoadMeasure.FullSpeed);
            var paced = LoadMeasure.AtThePace.Select(measure =>
                LoadReport.Ratio(measure, level, level.Arms[index], Of(level, measure).Time)
            );
            var shown = LoadMeasure.Shown.Select(measure => LoadReport.Shown(level, level.Arms[index], measure, settings));
            page.Line(
                $"| {level.Matrix.Connections} | {Rate(level.Arms[0])} | {Rate(level.Arms[index])} | {(fullSpeed.Time is { } time ? LoadReport.Throughput(time) : $" | {MarkdownText.Cell(fullSpeed.Failure ?? "not measured")}")} | {string.Join(" | ", paced.Concat(shown))} |"
            );
        }

        var limits = Levels
            .SelectMany(level =>
                new[] { level.Arms[0], level.Arms[index] }.Select(arm =>
                    (level.Matrix.Connections, arm.Arm.Name, Reason: level.LimitOfGenerator(arm))
                )
            )
            .Where(limit => limit.Reason is not null)
            .ToLookup(limit => (limit.Name, limit.Reason), limit => limit.Connections);
        foreach (var limit in limits)
            page.Line(
                $"{LoadReport.Limit($"{MarkdownText.Cell(limit.Key.Name)} at {string.Join(", ", limit)} connections", limit.Key.Reason)}"
            );

        ComparedBenchmark Of(MatrixResult level, LoadMeasure measure) =>
            level.Compare(settings, measure).Benchmarks.Single(benchmark => benchmark.Method == arms[index].Name);
    }

    // A sample as a sweep of its own: full speed, and response times at the pace.
    public LoadRun RunOf(LoadArm arm)
    {
        var first = Levels[0];
        return new LoadRun(
            arm.Name,
            new LoadTarget(arm.Name, null, first.Matrix.Path, new Secrets().Words(arm.Switches)),
            first.Environment,
            first.Tools,
            new SweepSettings(),
            [.. Levels.Select(level => new LoadLevel(level.Matrix.Connections, null, RoundsOf(level), []))],
            first.Partial
        );

        LoadRound[] RoundsOf(MatrixResult level) =>
            [
                .. level
                    .Arms.Single(measured => measured.Arm.Name == arm.Name)
                    .Rounds.Select((round, i) => new LoadRound(i + 1, round.Peak, round.Percentiles, round.Counters)),
            ];
    }

    private static string Rate(MeasuredArm arm) => LoadReport.Rate(arm.Median(round => round.Peak.GoodQueriesPerSecond));
}

using System.Text;
using Bench.Comparison;
using Bench.Reports;
using Bench.Statistics;

namespace Bench.Load;

internal static partial class MixReport
{
    private const string All = "all";

    // Below this share of its connections, a request did not have the planned load.
    private const double LeastShareOfConnections = 0.8;

    /// <summary>A sentence; empty without a mix.</summary>
    public static string Method(MatrixResult result) =>
        result.Matrix.IsMix
            ? $" All requests are sent at the same time, each with its own h2load ({string.Join(", ", result.Matrix.Requests.Select(request => FormattableString.Invariant($"{MarkdownText.Cell(request.Name)} {request.Connections}")))} connections). At full speed, only responses count that came while all of them ran."
            : "";

    public static string AtFullSpeed(MatrixResult result, Settings settings)
    {
        var page = new StringBuilder();
        if (result.Matrix.IsMix)
        {
            page.Line(
                $"\n| request | variant | good requests/s | against {MarkdownText.Cell(result.Arms[0].Arm.Name)} | verdict | mean, ms | p50, ms | p95, ms | p99, ms | failed |"
            );
            page.Line($"| --- | --- | ---: | --- | --- | ---: | ---: | ---: | ---: | ---: |");
            foreach (var (request, one) in Each(result))
            {
                var compared = one.Compare(settings).Benchmarks.ToDictionary(benchmark => benchmark.Method, benchmark => benchmark.Time);
                foreach (var arm in one.Arms)
                    page.Line(
                        $"| {request} | {MarkdownText.Cell(arm.Arm.Name)} | {LoadReport.Rate(arm.Median(round => round.Peak.GoodQueriesPerSecond))} | {(!compared.TryGetValue(arm.Arm.Name, out var time) ? "1 | " : time is null ? " | not measured" : LoadReport.Throughput(time))} | {Times(arm, round => round.Mix?.FullSpeed)} | {LoadReport.Percent(1 - arm.GoodShareAtFullSpeed)} |"
                    );
            }
        }

        page.Append(LostConnections(result));
        if (result.Arms.SelectMany(arm => arm.Rounds).Any(round => round.FullSpeedPool is not null))
        {
            page.Line($"\n| variant | pool threads at full speed | pool queue |\n| --- | ---: | ---: |");
            foreach (var arm in result.Arms)
                page.Line(
                    $"| {MarkdownText.Cell(arm.Arm.Name)} | {LoadReport.Number(arm.Median(round => round.FullSpeedPool?.Threads), "0")} | {LoadReport.Number(arm.Median(round => round.FullSpeedPool?.QueueLength), "0")} |"
                );
        }

        return page.ToString();
    }

    public static string AtThePace(MatrixResult result, Settings settings)
    {
        if (!result.Matrix.IsMix)
            return "";
        var page = new StringBuilder();
        LoadMeasure[] compared = result.IsInterleaved ? [LoadMeasure.Median, LoadMeasure.Percentile99] : [];
        var first = MarkdownText.Cell(result.Arms[0].Arm.Name);
        page.Line(
            $"\n| request | variant | requests/s | mean, ms | p50, ms | p95, ms | p99, ms | failed |{string.Concat(compared.Select(measure => $" {measure.Name} against {first} |"))}"
        );
        page.Line($"| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |{string.Concat(compared.Select(_ => " --- |"))}");
        foreach (var (request, one) in Each(result))
        {
            var ratios = compared
                .Select(measure => one.Compare(settings, measure).Benchmarks.ToDictionary(benchmark => benchmark.Method))
                .ToArray();
            foreach (var arm in one.Arms)
            {
                var against = ratios.Select(benchmarks =>
                    arm == one.Arms[0] ? " 1 |" : $" {Ratio(benchmarks.GetValueOrDefault(arm.Arm.Name)?.Time)} |"
                );
                page.Line(
                    $"| {request} | {MarkdownText.Cell(arm.Arm.Name)} | {LoadReport.Rate(arm.Median(round => round.Paced?.Requests / round.PacedSeconds))} | {Times(arm, round => round.Percentiles)} | {LoadReport.Percent(1 - arm.GoodShareAtThePace)} |{string.Concat(against)}"
                );
            }
        }

        return page.ToString();
    }

    // h2load does not reopen connections that a server breaks, and reports no error. Its log shows how many it used, by Little's law.
    private static string LostConnections(MatrixResult result)
    {
        string[] lost = [.. result.Matrix.Requests.SelectMany((request, i) => result.Arms.SelectMany(arm => Of(request, i, arm)))];
        return lost.Length == 0
            ? ""
            : $"\n**Connections were lost:** {string.Join("; ", lost)}. The generator does not reopen connections that the server closes, so these figures are for fewer connections.\n";

        static IEnumerable<string> Of(MatrixRequest request, int i, MeasuredArm arm)
        {
            double[] used = [.. arm.Rounds.Select(round => round.Mix!.Requests[i].UsedConnections).OfType<double>()];
            return used.Length > 0 && used.Min() < LeastShareOfConnections * request.Connections
                ?
                [
                    FormattableString.Invariant(
                        $"{MarkdownText.Cell(arm.Arm.Name)} had {used.Min():0.0} of {request.Connections} for {MarkdownText.Cell(request.Name)}"
                    ),
                ]
                : [];
        }
    }

    // Each request, and then all together.
    private static IEnumerable<(string Name, MatrixResult Result)> Each(MatrixResult result) =>
        result.Matrix.Requests.Select((request, i) => (MarkdownText.Cell(request.Name), result.OfRequest(i))).Append((All, result));

    // The table of all requests gives the reason if it is inconclusive.
    private static string Ratio(TimeJudgement? time) =>
        time is null || double.IsNaN(time.Ratio) ? "" : $"{LoadReport.Interval(time)}, {LoadReport.Word(time)}";

    private static string Times(MeasuredArm arm, Func<ArmRound, ResponseTimes?> times)
    {
        return string.Join(" | ", Of(one => one.Mean), Of(one => one.P50), Of(one => one.P95), Of(one => one.P99));

        string Of(Func<ResponseTimes, double?> figure) =>
            LoadReport.Number(arm.Median(round => times(round) is { } one ? figure(one) : null), "0.00");
    }
}

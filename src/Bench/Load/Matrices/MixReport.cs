using System.Text;
using Bench.Reports;
using Bench.Statistics;

namespace Bench.Load;

internal static class MixReport
{
    // Below this share of its connections, a request did not have the planned load.
    private const double LeastShareOfConnections = 0.8;

    /// <summary>A sentence; empty without a mix.</summary>
    public static string Method(MatrixResult result) =>
        result.Matrix.IsMix
            ? $" All requests are sent at the same time, each with its own h2load ({string.Join(", ", result.Matrix.Requests.Select(request => FormattableString.Invariant($"{MarkdownText.Cell(request.Name)} {request.Connections}")))} connections). At full speed, only responses count that came while all of them ran."
            : "";

    public static string AtFullSpeed(JudgedMatrix judged)
    {
        var (page, result) = (new StringBuilder(), judged.Result);
        if (result.Matrix.IsMix)
        {
            page.Line(
                $"\n| request | variant | good requests/s | against {MarkdownText.Cell(result.Variants[0].Variant.Name)} | verdict | mean, ms | p50, ms | p95, ms | p99, ms | failed |"
            );
            page.Line($"| --- | --- | ---: | --- | --- | ---: | ---: | ---: | ---: | ---: |");
            foreach (var (request, one) in Each(judged))
                foreach (var (i, variant) in one.Result.Variants.Index())
                    page.Line(
                        $"| {request} | {MarkdownText.Cell(variant.Variant.Name)} | {LoadReport.Rate(variant.Median(round => round.Peak.GoodRequestsPerSecond))} | {MatrixPage.Throughput(one, i)} | {Times(variant, round => round.Mix?.FullSpeed)} | {LoadReport.Percent(1 - variant.GoodShareAtFullSpeed)} |"
                    );
        }

        page.Append(LostConnections(result));
        if (result.Variants.SelectMany(variant => variant.Rounds).Any(round => round.FullSpeedPool is not null))
        {
            page.Line($"\n| variant | pool threads at full speed | pool queue |\n| --- | ---: | ---: |");
            foreach (var variant in result.Variants)
                page.Line(
                    $"| {MarkdownText.Cell(variant.Variant.Name)} | {LoadReport.Number(variant.Median(round => round.FullSpeedPool?.Threads), "0")} | {LoadReport.Number(variant.Median(round => round.FullSpeedPool?.QueueLength), "0")} |"
                );
        }

        return page.ToString();
    }

    public static string AtThePace(JudgedMatrix judged)
    {
        var result = judged.Result;
        if (!result.Matrix.IsMix)
            return "";
        var page = new StringBuilder();
        LoadMeasure[] compared = result.IsInterleaved ? [LoadMeasure.Median, LoadMeasure.Percentile99] : [];
        var first = MarkdownText.Cell(result.Variants[0].Variant.Name);
        page.Line(
            $"\n| request | variant | requests/s | mean, ms | p50, ms | p95, ms | p99, ms | failed |{string.Concat(compared.Select(measure => $" {measure.Name} against {first} |"))}"
        );
        page.Line($"| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |{string.Concat(compared.Select(_ => " --- |"))}");
        foreach (var (request, one) in Each(judged))
            foreach (var (i, variant) in one.Result.Variants.Index())
            {
                var against = compared.Select(measure => i == 0 ? " 1 |" : $" {Ratio(one.Of(i, measure)!.Time)} |");
                page.Line(
                    $"| {request} | {MarkdownText.Cell(variant.Variant.Name)} | {LoadReport.Rate(variant.Median(round => round.Paced?.Requests / round.PacedSeconds))} | {Times(variant, round => round.Percentiles)} | {LoadReport.Percent(1 - variant.GoodShareAtThePace)} |{string.Concat(against)}"
                );
            }

        return page.ToString();
    }

    // h2load does not reopen connections that a server breaks, and reports no error. Its log shows how many it used, by Little's law.
    private static string LostConnections(MatrixResult result)
    {
        string[] lost =
        [
            .. result.Matrix.Requests.SelectMany((request, i) => result.Variants.SelectMany(variant => Of(request, i, variant))),
        ];
        return lost.Length == 0
            ? ""
            : $"\n**Connections were lost:** {string.Join("; ", lost)}. The generator does not reopen connections that the server closes, so these figures are for fewer connections.\n";

        static IEnumerable<string> Of(MatrixRequest request, int i, MeasuredVariant variant)
        {
            double[] used = [.. variant.Rounds.Select(round => round.Mix!.Requests[i].UsedConnections).OfType<double>()];
            return used.Length > 0 && used.Min() < LeastShareOfConnections * request.Connections
                ?
                [
                    FormattableString.Invariant(
                        $"{MarkdownText.Cell(variant.Variant.Name)} had {used.Min():0.0} of {request.Connections} for {MarkdownText.Cell(request.Name)}"
                    ),
                ]
                : [];
        }
    }

    // Each request, and then all together.
    private static IEnumerable<(string Name, JudgedMatrix Judged)> Each(JudgedMatrix judged) =>
        judged
            .Result.Matrix.Requests.Zip(judged.Requests, (request, one) => (MarkdownText.Cell(request.Name), one))
            .Append(("all", judged));

    // The table of all requests gives the reason if it is inconclusive.
    private static string Ratio(TimeJudgement? time) =>
        time is null || double.IsNaN(time.Ratio) ? "" : $"{LoadReport.Interval(time)}, {LoadReport.Word(time)}";

    private static string Times(MeasuredVariant variant, Func<VariantRound, ResponseTimes?> times)
    {
        return string.Join(" | ", Of(one => one.Mean), Of(one => one.P50), Of(one => one.P95), Of(one => one.P99));

        string Of(Func<ResponseTimes, double?> figure) =>
            LoadReport.Number(variant.Median(round => times(round) is { } one ? figure(one) : null), "0.00");
    }
}

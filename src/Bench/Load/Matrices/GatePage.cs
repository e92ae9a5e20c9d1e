using System.Text;
using Bench.Comparison;
using Bench.Reports;
using Bench.Statistics;

namespace Bench.Load;

// The page of a check of two builds: first each measure, then all figures.
internal static class GatePage
{
    private const string PerRequest = " per request";

    public static string Render(JudgedMatrix judged, Outcome outcome)
    {
        var (page, result) = (new StringBuilder(), judged.Result);
        page.Line($"# {MarkdownText.Cell(result.Matrix.Name)}\n");
        page.Line($"{LoadReport.Conclusion(outcome, Remarks.AcceptedByChange(judged.Check))}\n");
        foreach (var notice in judged.Settings.Notices.Concat(result.Partial is null ? judged.Check.Warnings : []))
            page.Line($"> {MarkdownText.Cell(notice)}\n");
        var (first, second) = (MarkdownText.Cell(result.Variants[0].Variant.Name), MarkdownText.Cell(result.Variants[1].Variant.Name));
        if (result.HasSameCode is true)
        {
            page.Line(
                $"{first} and {second} are the same program, with equal code and files, so nothing was loaded.{MatrixPage.BuiltFor(result)}"
            );
            return page.ToString();
        }

        page.Line($"Baseline: {first}  ");
        page.Line($"Candidate: {second}\n");
        page.Line($"|{PerRequest} | baseline | candidate | change | verdict | margin |");
        page.Line($"| --- | ---: | ---: | --- | --- | ---: |");
        foreach (var (measure, benchmark) in LoadMeasure.All.Zip(judged.Check.Benchmarks))
            page.Line(
                $"| {Name(measure)} | {Amount(measure, result, 0)} | {Amount(measure, result, 1)} | {Change(benchmark)} | {LoadReport.Percent(benchmark.Margin.Relative)} |"
            );
        foreach (var measure in LoadMeasure.Shown)
        {
            if (MatrixPage.Shown(judged, 1, measure) is { Length: > 0 } shown)
                page.Line($"| {Name(measure)} | {Amount(measure, result, 0)} | {Amount(measure, result, 1)} | {shown} | not judged | |");
        }

        page.Line($"");
        // The table above has the ratios and verdicts.
        page.Append(MatrixPage.Figures(judged, hasRatios: false));
        return page.ToString();
    }

    // Short, so that the table fits on a terminal of 80 columns.
    private static string Name(LoadMeasure measure) =>
        measure == LoadMeasure.FullSpeed ? "time, full speed" : measure.Name.Replace(PerRequest, "", StringComparison.Ordinal);

    private static string Amount(LoadMeasure measure, MatrixResult result, int variant)
    {
        var median = result.Variants[variant].Median(round => measure.Of(result.Matrix, round));
        return median is null ? ""
            : measure == LoadMeasure.Allocated ? Figures.Bytes(Math.Round(median.Value, MidpointRounding.AwayFromZero))
            : measure == LoadMeasure.Collections ? LoadReport.Number(median, "0.0")
            : Figures.Time(median.Value);
    }

    // Two cells. A regression may pass.
    private static string Change(ComparedBenchmark measure) =>
        measure.Time is not { } time ? " | not measured"
        : double.IsNaN(time.Ratio) ? $" | {MarkdownText.Cell(time.Reason!)}"
        : $"{LoadReport.Interval(time)} | {LoadReport.Word(time)}"
            + (
                time.Verdict == Verdict.Inconclusive ? $": {MarkdownText.Cell(time.Reason!)}"
                : LoadReport.WhyItPasses(measure) is { } why ? $", {why}"
                : ""
            );
}

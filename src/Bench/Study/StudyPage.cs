using System.Globalization;
using System.Text;
using Bench.Reports;
using MathNet.Numerics.Statistics;

namespace Bench.Study;

/// <summary>A study as Markdown, and its power curve as a picture.</summary>
internal static class StudyPage
{
    public static string Render(StudyResult result, string command, string picture)
    {
        var page = new StringBuilder();
        Line(page, "# How good the check is here\n");
        Line(page, $"Made by `{command}`; every figure below comes from the records beside this page.");
        Line(page, $"{result.Environment.OperatingSystem}, {result.Environment.Cores} cores, {result.Environment.Runtime}. {result.Rows} benchmarks, {result.Pairs} process pairs, {result.SecondsOfPair:0.0} s a pair. Intervals are Wilson's, 95 %.\n");

        Line(page, "## False positives\n");
        Line(page, "Checks of identical code (two builds from two folders, a harmless edit between them), replayed from the recorded replicates in the order of time by the rules of `bench gate`. They share the recorded replicates, so that the interval counts the replaying and not the recording: few replicates a benchmark say little about rare events.\n");
        Line(page, "| machine | checks that failed | benchmarks that failed | benchmarks inconclusive | process pairs a benchmark | s a benchmark | replicates a benchmark |\n| --- | --- | --- | --- | ---: | ---: | ---: |");
        foreach (var alarms in result.Alarms)
            Line(page, $"| {Name(alarms.Condition)} | {alarms.Checks} | {alarms.OfRows} | {alarms.Undecided} | {alarms.PairsOfRow:0.0} | {alarms.PairsOfRow * result.SecondsOfPair:0.0} | {alarms.Units} |");

        Line(page, "\n## Detection\n");
        Line(page, "The body called again on exactly this share of invocations. Replayed: the replicates of identical code, shifted by what the effect measured on that benchmark; one benchmark in twenty, at least one, is slowed in each check. Where a benchmark has fewer recorded replicates than a check would take, the check makes do with those, and finds less than it would.\n");
        Line(page, $"![Power curve]({picture})\n");
        Line(page, "| slower by | measured, median benchmark | margin | called Regressed |\n| ---: | ---: | ---: | --- |");
        foreach (var detection in result.Power)
            Line(page, $"| {detection.Share:0.#%} | {detection.Measured:0.0%} | {detection.Margin:0.#%} | {detection.Found} |");
        Line(page, $"\n8 bytes more an operation, benchmarks whose allocation repeats exactly: found in {result.Allocation}.\n");

        Spreads(page, result);
        OtherRules(page, result);
        Calibration(page, result);
        return page.ToString();
    }

    /// <summary>Draws detection against effect, a curve for each margin, with intervals.</summary>
    /// <returns>An SVG document that is legible on light and dark ground.</returns>
    public static string Picture(StudyResult result)
    {
        const double left = 56, top = 16, width = 520, height = 240;
        var max = Math.Max(0.05, result.Power.Select(detection => detection.Share).DefaultIfEmpty(0.25).Max());
        var picture = new StringBuilder();
        Line(picture, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 320\" font-family=\"sans-serif\" font-size=\"13\" role=\"img\" aria-label=\"Share of slowed benchmarks called Regressed, against how much slower they are\">");
        Line(picture, "<rect width=\"640\" height=\"320\" fill=\"#fff\"/>");
        foreach (var share in new[] { 0, 0.25, 0.5, 0.75, 1 })
            Line(picture, $"<line x1=\"{left}\" x2=\"{left + width}\" y1=\"{Y(share):0.#}\" y2=\"{Y(share):0.#}\" stroke=\"#ddd\"/><text x=\"{left - 8}\" y=\"{Y(share) + 4:0.#}\" text-anchor=\"end\">{share:0%}</text>");
        foreach (var effect in result.Power.Select(detection => detection.Share).Distinct())
            Line(picture, $"<text x=\"{X(effect):0.#}\" y=\"{top + height + 20}\" text-anchor=\"middle\">{effect:0.#%}</text>");
        Line(picture, $"<text x=\"{left + (width / 2)}\" y=\"{top + height + 42}\" text-anchor=\"middle\">how much slower the benchmark is</text>");
        string[] colours = ["#0969da", "#bc4c00"];
        var index = 0;
        foreach (var margin in result.Power.GroupBy(detection => detection.Margin))
        {
            var colour = colours[index % colours.Length];
            Detection[] curve = [.. margin.OrderBy(detection => detection.Share)];
            Line(picture, $"<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"{string.Join(' ', curve.Select(at => string.Create(CultureInfo.InvariantCulture, $"{X(at.Share):0.#},{Y(at.Found.Share):0.#}")))}\"/>");
            foreach (var at in curve)
                Line(picture, $"<line x1=\"{X(at.Share):0.#}\" x2=\"{X(at.Share):0.#}\" y1=\"{Y(at.Found.Lower):0.#}\" y2=\"{Y(at.Found.Upper):0.#}\" stroke=\"{colour}\"/><circle cx=\"{X(at.Share):0.#}\" cy=\"{Y(at.Found.Share):0.#}\" r=\"3.5\" fill=\"{colour}\"/>");
            Line(picture, $"<text x=\"{left + width}\" y=\"{top + 150 + (index * 20)}\" text-anchor=\"end\" fill=\"{colour}\">margin {margin.Key:0.#%}</text>");
            index++;
        }

        Line(picture, "</svg>");
        return picture.ToString();

        double X(double effect) => left + (effect / max * width);
        static double Y(double share) => top + ((1 - share) * height);
    }

    private static void Spreads(StringBuilder page, StudyResult result)
    {
        Line(page, "## Spread\n");
        Line(page, "Standard deviation of a benchmark's log ratio between replicates (two process pairs, sides swapped), identical code. Beside it: the same processes compared one after the other, baseline of one pair with the candidate of the next.\n");
        Line(page, "| | median benchmark | nine benchmarks in ten | \n| --- | ---: | ---: |");
        foreach (var (name, values) in new (string, double[])[]
        {
            ("interleaved, idle", [.. result.Spreads.Select(benchmark => benchmark.Idle).OfType<double>()]),
            ("interleaved, one core kept busy", [.. result.Spreads.Select(benchmark => benchmark.Busy).OfType<double>()]),
            ("one after the other, idle", [.. result.Spreads.Select(benchmark => benchmark.OneAfterTheOther).OfType<double>()]),
        })
        {
            Line(page, $"| {name} | {(values.Length == 0 ? "" : Percent(values.Median()))} | {(values.Length == 0 ? "" : Percent(values.Quantile(0.9)))} |");
        }

        Line(page, "\n<details><summary>Each benchmark</summary>\n\n| benchmark | time | replicates | idle | one core busy | one after the other |\n| --- | ---: | ---: | ---: | ---: | ---: |");
        foreach (var benchmark in result.Spreads)
            Line(page, $"| {MarkdownReport.Code(benchmark.Row)} | {benchmark.Nanoseconds:0.#} ns | {benchmark.Units} | {Percent(benchmark.Idle)} | {Percent(benchmark.Busy)} | {Percent(benchmark.OneAfterTheOther)} |");
        Line(page, "\n</details>\n");
    }

    private static void OtherRules(StringBuilder page, StudyResult result)
    {
        Line(page, "## What other rules say of the same records\n");
        Line(page, "One process a side, fifteen iterations each. A check is one process pair of every benchmark.\n");
        Line(page, "| rule: slower if | identical benchmarks called slower, interleaved | one after the other | checks with such a benchmark, one after the other | finds +10 %, interleaved |\n| --- | --- | --- | --- | --- |");
        foreach (var rule in result.OtherRules)
            Line(page, $"| {rule.Name} | {rule.InTurns} | {rule.OneAfterTheOther} | {rule.ChecksOneAfterTheOther} | {rule.FindsTenPercent} |");
        var ours = result.Alarms.FirstOrDefault(alarms => alarms.Condition == Condition.Idle);
        var found = result.Power.FirstOrDefault(detection => detection.Share == 0.1 && detection.Margin == result.Margin);
        Line(page, $"| `bench gate`, margin {result.Margin:0.#%} | {ours?.OfRows} | does not apply | {ours?.Checks} (interleaved) | {found?.Found} |\n");
    }

    private static void Calibration(StringBuilder page, StudyResult result)
    {
        if (result.Calibration.Count == 0)
            return;

        Line(page, "## Does pairing change what is measured?\n");
        Line(page, $"Real changes (`eng/Calibration`), by long ordinary runs of BenchmarkDotNet, one after the other, and by interleaved pairs. Slope of interleaved over ordinary: **{result.Slope:0.000}**. A miss is a difference beyond 2 standard errors and 2 %.\n");
        Line(page, "| change | ordinary runs | interleaved | interleaved / ordinary | |\n| --- | ---: | ---: | ---: | --- |");
        foreach (var change in result.Calibration)
        {
            var difference = change.Tandem - change.Truth;
            var error = Math.Sqrt((change.TruthError * change.TruthError) + (change.TandemError * change.TandemError));
            var isMiss = Math.Abs(difference) > Math.Max(0.02, 2 * error);
            Line(page, $"| {MarkdownReport.Code(change.Row)} | {Math.Exp(change.Truth):0.000}x ± {Percent(change.TruthError)} | {Math.Exp(change.Tandem):0.000}x ± {Percent(change.TandemError)} | {Math.Exp(difference):0.000} | {(isMiss ? "miss" : "")} |");
        }
    }

    private static string Name(Condition condition) => condition == Condition.Idle ? "idle" : "one core kept busy";

    private static string Percent(double? share) => share is { } value ? value.ToString("0.0%", CultureInfo.InvariantCulture) : "";

    private static void Line(StringBuilder page, FormattableString text) => page.Append(text.ToString(CultureInfo.InvariantCulture)).Append('\n');

    private static void Line(StringBuilder page, string text) => page.Append(text).Append('\n');
}

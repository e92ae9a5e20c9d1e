using System.Globalization;
using System.Text;
using Bench.Load;
using Bench.Reports;

namespace Lab.LoadTruth;

internal static class TruthPage
{
    // Measured like everything else at the pace. Variants are judged differently, by slices in which two are loaded simultaneously.
    private static readonly LoadMeasure PacedProcessor = new(
        "PacedProcessor",
        "CPU time per request, in slices of one variant",
        LoadMeasure.Processor.MarginFactor,
        LoadMeasure.Processor.Of
    );

    public static string Render(IReadOnlyList<MeasuredTwice> measured)
    {
        var page = new StringBuilder("# Interleaved load against long separate runs\n\n");
        page.Append(
            "Real differences between two variants were measured twice: loaded interleaved, and in long runs in which each server has the machine to itself.\n\nRatios are to the first variant of a matrix, with 95% intervals. The slope is that of the log ratios, interleaved over alone, through the origin. A difference is missed if both ways differ by more than the 95% interval of their difference, and by more than 2%.\n"
        );
        foreach (var measure in LoadMeasure.All.Append(PacedProcessor))
            Append(page, measure.Name, [.. measured.SelectMany(twice => Difference.All(twice, measure))]);
        page.Append(
            "\n## How it was measured\n\n| matrix | variants | rounds | warm-up | interleaved, per variant and round | alone, per variant and round |\n| --- | ---: | ---: | ---: | ---: | ---: |\n"
        );
        foreach (var (name, interleaved, alone) in measured)
            page.Line(
                $"| {name}: {interleaved.Matrix.Question} | {alone.Variants.Count} | {alone.Matrix.Rounds} | {alone.Matrix.WarmUpSeconds} s | {interleaved.Matrix.DurationSeconds} s | {alone.Matrix.DurationSeconds} s |"
            );
        return page.ToString();
    }

    private static void Append(StringBuilder page, string measure, Difference[] all)
    {
        if (all.Length == 0)
            return;
        string[] missed = [.. all.Where(one => one.IsMissed).Select(one => one.Name)];
        Difference[] others = [.. all.Where(one => !one.IsMissed)];
        page.Append(
            CultureInfo.InvariantCulture,
            $"\n## {measure}\n\nSlope **{Slope(all):0.000}** over {all.Length}. Missed: {(missed.Length == 0 ? "none" : $"{string.Join(", ", missed)}{(others.Length == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $". Slope without these: {Slope(others):0.000} over {others.Length}"))}")}.\n\n"
        );
        page.Append("| difference | interleaved | alone | |\n| --- | ---: | ---: | --- |\n");
        foreach (var one in all)
            page.Line($"| {one.Name} | {Words(one.Interleaved)} | {Words(one.Alone)} | {(one.IsMissed ? "**missed**" : "")} |");
    }

    private static double Slope(IEnumerable<Difference> all) =>
        all.Sum(one => one.Interleaved.Log * one.Alone.Log) / all.Sum(one => one.Alone.Log * one.Alone.Log);

    private static string Words(LogRatio ratio) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{Math.Exp(ratio.Log):0.000}x ({Math.Exp(ratio.Log - ratio.HalfInterval):0.000}-{Math.Exp(ratio.Log + ratio.HalfInterval):0.000})"
        );
}

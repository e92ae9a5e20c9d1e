using System.Text;
using Bench.Reports;

namespace Bench.Load;

// The figures of all variants, and each variant against the first.
internal static class MatrixPage
{
    public static string Render(JudgedMatrix judged)
    {
        var (page, matrix) = (new StringBuilder(), judged.Result.Matrix);
        page.Line($"# {MarkdownText.Cell(matrix.Name)}\n");
        if (matrix.Question.Length > 0)
            page.Line($"{MarkdownText.Cell(matrix.Question)}\n");
        page.Append(Figures(judged));
        return page.ToString();
    }

    public static StringBuilder Figures(JudgedMatrix judged, bool hasRatios = true)
    {
        var (page, result) = (new StringBuilder(), judged.Result);
        Conditions(page, result);
        FullSpeed(page, judged, hasRatios);
        if (result.Pace is { } pace)
            AtThePace(page, judged, pace, hasRatios);
        page.Append(MatrixNotes.Silences([result]));
        page.Line(
            $"\nEach variant is compared with the first variant of the same round.{MatrixNotes.BySlices(result)} The 95% intervals are over rounds.{(hasRatios ? " A throughput ratio above 1 is higher." : "")} {MatrixNotes.Judged([judged])} All other figures are medians over rounds. Made with {MarkdownText.Cell(string.Join(", ", result.Tools))}."
        );
        return page;
    }

    // Only if there was a choice of frameworks.
    public static string BuiltFor(MatrixResult result)
    {
        string[] frameworks = [.. result.Variants.Select(variant => variant.Variant.Framework).OfType<string>().Distinct()];
        return frameworks.Length == 0 ? "" : $" Built for {MarkdownText.Cell(string.Join(" and ", frameworks))}.";
    }

    /// <param name="variant">The place of a variant after the first.</param>
    public static string Ratio(JudgedMatrix judged, int variant, LoadMeasure measure) =>
        judged.Of(variant, measure)?.Time is not { } time ? ""
        : double.IsNaN(time.Ratio) ? MarkdownText.Cell(time.Reason ?? "not measured")
        : $"{BelowNoise(judged.Result, variant, measure) ?? LoadReport.Interval(time)}, {LoadReport.Word(time)}{LoadReport.WhyOpen(time)}";

    public static string Shown(JudgedMatrix judged, int index, LoadMeasure measure)
    {
        var variant = judged.Result.Variants[index];
        return judged.Show(variant, measure) is { } time ? LoadReport.Interval(time)
            : judged.Result.RoundsWithNone(variant, measure) is > 0 and var none ? $"none in {none} of {variant.Rounds.Count} rounds"
            : "";
    }

    private static void Conditions(StringBuilder page, MatrixResult result)
    {
        var matrix = result.Matrix;
        page.Line(
            $"`{LoadReport.Plain(result.Target)}`, {matrix.Connections} connections, on {LoadReport.Machine(result.Environment)}. {MatrixNotes.Sharing(matrix)} {result.Variants.Max(variant => variant.Rounds.Count)} rounds, each with a new process per variant, in random order. A process warms up for {MatrixNotes.WarmUp(result)}. Then it is loaded for {Typical(result, round => round.PacedSeconds):0} s at the common pace (h2load), and for {Typical(result, round => round.Peak.Seconds):0} s at full speed ({(matrix.IsMix ? "h2load" : "wrk")}).{(result.IsInterleaved ? FormattableString.Invariant($" All variants run at the same time, and are loaded alternately in slices of {SliceSeconds(result):0} s.") : "")}{MixReport.Method(result)}{BuiltFor(result)}"
        );
        if (matrix.Alone is { } reason)
            page.Line($"\nEach variant had the machine to itself: {MarkdownText.Cell(reason)}.");
        if (result.Partial is { } partial)
            page.Line($"\n**Partial:** {MarkdownText.Cell(partial)}.");
    }

    private static void FullSpeed(StringBuilder page, JudgedMatrix judged, bool hasRatios)
    {
        var result = judged.Result;
        page.Line(
            $"\n## At full speed\n\n| variant | good requests/s |{(hasRatios ? $" against {MarkdownText.Cell(result.Variants[0].Variant.Name)} | verdict |" : "")} success | generator, server cores |\n| --- | ---: |{(hasRatios ? " --- | --- |" : "")} ---: | ---: |"
        );
        foreach (var (i, variant) in result.Variants.Index())
            page.Line(
                $"| {MarkdownText.Cell(variant.Variant.Name)} | {LoadReport.Rate(variant.Median(round => round.Peak.GoodRequestsPerSecond))} |{(hasRatios ? $" {Throughput(judged, i)} |" : "")} {LoadReport.Percent(variant.GoodShareAtFullSpeed)} | {LoadReport.Number(variant.Median(round => round.Peak.GeneratorCores), "0.00")}, {LoadReport.Number(variant.Median(round => round.Peak.ServerCores), "0.00")} |"
            );
        foreach (var limited in result.Variants.GroupBy(result.LimitOfGenerator).Where(variants => variants.Key is not null))
            page.Line(
                $"{MatrixNotes.Limit(string.Join(", ", limited.Select(variant => MarkdownText.Cell(variant.Variant.Name))), limited.Key)}"
            );
        page.Append(MixReport.AtFullSpeed(judged));
    }

    /// <summary>Two cells: the throughput relative to the first variant, and the verdict.</summary>
    public static string Throughput(JudgedMatrix judged, int variant) =>
        variant == 0 ? "1 | "
        : judged.Of(variant, LoadMeasure.FullSpeed)?.Time is { } time ? LoadReport.Throughput(time)
        : " | not measured";

    private static void AtThePace(StringBuilder page, JudgedMatrix judged, double pace, bool hasRatios)
    {
        var result = judged.Result;
        page.Line(
            $"\n## At the same load, {Paces(result, pace)} requests/s ({result.Matrix.Pace:0%} of the slowest variant's peak in a trial run)\n"
        );
        // Older files have no collections.
        var hasCollections = result
            .Variants.SelectMany(variant => variant.Rounds)
            .Any(round => round.Counters.CollectionsPerSecond is not null);
        page.Line(
            $"| variant | requests/s | p50, ms | p99, ms | p99.9, ms | allocated per second, MB | working set, MB | pool threads | pool queue | GC pause | CPU time per request, µs |{(hasCollections ? " collections per second | full collections |" : "")}"
        );
        page.Line(
            $"| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |{(hasCollections ? " ---: | ---: |" : "")}"
        );
        foreach (var variant in result.Variants)
        {
            string Of(Func<VariantRound, double?> figure, string format, double scale = 1) =>
                LoadReport.Number(variant.Median(figure) / scale, format);
            page.Line(
                $"| {MarkdownText.Cell(variant.Variant.Name)} | {LoadReport.Rate(variant.Median(round => round.Paced?.Requests / round.PacedSeconds))} | {Of(round => round.Percentiles?.P50, "0.00")} | {Of(round => round.Percentiles?.P99, "0.00")} | {Of(round => round.Percentiles?.P999, "0.00")} | {Of(round => round.Counters.AllocatedBytesPerSecond, "0.0", 1e6)} | {Of(round => round.Counters.WorkingSetBytes, "0", 1e6)} | {Of(round => round.Counters.Threads, "0")} | {Of(round => round.Counters.QueueLength, "0")} | {LoadReport.Percent(variant.Median(round => round.Counters.PauseShare))} | {Of(round => round.ProcessorMicroseconds, "0.0")} |{(hasCollections ? $" {Of(round => round.Counters.CollectionsPerSecond, "0.0")} | {Of(round => round.Counters.FullCollectionsPerSecond, "0.00")} |" : "")}"
            );
        }

        if (result.WhyNoPercentiles is { } tooFew)
            page.Line($"\n**No percentiles{InSome(result)}:** {MarkdownText.Cell(tooFew)}.");
        if (result.IsInterleaved && hasRatios)
            Compared(page, judged);
        page.Append(MixReport.AtThePace(judged));
        if (result.Variants.SelectMany(variant => variant.Rounds).Max(round => round.IdleCores) is { } idle)
            page.Line($"\nServers that were not loaded kept at most {idle:0.000} cores busy.");
        page.Append(MatrixNotes.Jumps([result]));
        page.Append(MatrixNotes.Behind([result]));
        page.Append(MatrixNotes.Refusals([result]));
    }

    private static void Compared(StringBuilder page, JudgedMatrix judged)
    {
        var variants = judged.Result.Variants;
        page.Line(
            $"\n| against {MarkdownText.Cell(variants[0].Variant.Name)} | {string.Join(" | ", LoadMeasure.ComparedAtThePace.Select(measure => measure.Name))} |"
        );
        page.Line($"| --- |{string.Concat(LoadMeasure.ComparedAtThePace.Select(_ => " --- |"))}");
        foreach (var (i, variant) in variants.Index().Skip(1))
            page.Line($"| {MarkdownText.Cell(variant.Variant.Name)} | {RatiosAtThePace(judged, i)} |");
    }

    /// <summary>A cell for each measure that is compared at the pace.</summary>
    public static string RatiosAtThePace(JudgedMatrix judged, int variant) =>
        string.Join(
            " | ",
            LoadMeasure
                .AtThePace.Select(measure => Ratio(judged, variant, measure))
                .Concat(LoadMeasure.Shown.Select(measure => Shown(judged, variant, measure)))
        );

    // Below the noise of the counters, a ratio would be one of noise.
    private static string? BelowNoise(MatrixResult result, int variant, LoadMeasure measure)
    {
        var (before, after) = (Median(result.Variants[0]), Median(result.Variants[variant]));
        return measure.NoiseFloor is not { } floor || (before >= floor && after >= floor) ? null
            : before < floor && after < floor ? $"both less than {floor} B"
            : $"{Bytes(after)} instead of {Bytes(before)}";

        double? Median(MeasuredVariant of) => of.Median(round => measure.Of(result.Matrix, round));
        string Bytes(double? of) => of < floor ? $"less than {floor} B" : $"{LoadReport.Number(of, "0")} B";
    }

    // If the machine became slower, later rounds had a lower pace.
    private static string Paces(MatrixResult result, double trialRun)
    {
        double[] paces =
        [
            .. result.Variants.SelectMany(variant => variant.Rounds).Select(result.PaceOf).OfType<double>().DefaultIfEmpty(trialRun),
        ];
        var (least, most) = (LoadReport.Rate(paces.Min()), LoadReport.Rate(paces.Max()));
        return least == most ? most : $"{least} to {most}";
    }

    private static string InSome(MatrixResult result)
    {
        var without = result.Variants.Max(variant => variant.Rounds.Count(round => round.WhyNoPercentiles is not null));
        var rounds = result.Variants.Max(variant => variant.Rounds.Count);
        return without == rounds ? "" : FormattableString.Invariant($" in {without} of {rounds} rounds");
    }

    private static double Typical(MatrixResult result, Func<VariantRound, double> figure)
    {
        double[] values = [.. result.Variants.SelectMany(variant => variant.Rounds).Select(figure)];
        return values.Length == 0 ? 0 : MathNet.Numerics.Statistics.Statistics.Median(values);
    }

    private static double SliceSeconds(MatrixResult result) =>
        result
            .Variants.SelectMany(variant => variant.Rounds)
            .Where(round => round.Slices > 0)
            .Max(round => round.PacedSeconds / round.Slices!.Value);
}

using Bench.Reports;

namespace Bench.Load;

// Sentences and paragraphs of a page about one matrix, or about several that differ in their number of connections.
internal static class MatrixNotes
{
    private const string ByBlocks = "are compared in blocks of two slices, and the ratio of a round is the median over its blocks.";

    public static string Limit(string loaded, string? reason) =>
        $"\n**The generator was the limit:** with {loaded}, {reason}. The servers differ by more than their throughput shows.";

    /// <summary>A paragraph on slices in which the counter of allocated bytes jumped; empty if it never did.</summary>
    public static string Jumps(IReadOnlyList<MatrixResult> results)
    {
        var variants = results.SelectMany(result => result.Variants).ToArray();
        var slices = variants.Sum(variant => variant.Jumps);
        var ofVariants = variants
            .Where(variant => variant.Jumps > 0)
            .GroupBy(variant => MarkdownText.Cell(variant.Variant.Name), variant => variant.Jumps)
            .Select(jumps => FormattableString.Invariant($"{jumps.Sum()} of {jumps.Key}"));
        return slices == 0
            ? ""
            : FormattableString.Invariant(
                $"\nIn {CountText.Of(slices, "slice")} the runtime's byte counter jumped ({string.Join(", ", ofVariants)}), as it does when Server GC releases or reuses a heap ([dotnet/runtime#131069](https://github.com/dotnet/runtime/pull/131069)). Only the other slices count.\n"
            );
    }

    /// <summary>A paragraph on variants that could not follow the pace; empty if all could.</summary>
    public static string Behind(IReadOnlyList<MatrixResult> results)
    {
        var behind = Named(results, result =>
            result
                .Variants.Where(variant => variant.Median(result.ShareOfPace) < MatrixResult.MinOfPace)
                .Select(variant => MarkdownText.Cell(variant.Variant.Name))
        );
        return behind.Length == 0
            ? ""
            : FormattableString.Invariant(
                $"\n**Not at the same load:** {string.Join(", ", behind)} reached less than {MatrixResult.MinOfPace:0%} of the pace, so these figures cannot be compared with the others.\n"
            );
    }

    /// <summary>A paragraph on variants whose answers at the pace were not all good; empty if all were.</summary>
    public static string Refusals(IReadOnlyList<MatrixResult> results)
    {
        var refusing = GoodShares(results, variant => variant.GoodShareAtThePace);
        return refusing.Length == 0
            ? ""
            : FormattableString.Invariant(
                $"\n**Not all responses at the pace were good:** {string.Join(", ", refusing)}. Bad responses count as requests. If the shares of two variants differ by more than {MatrixResult.MaxLostShare:0%}, a figure is Inconclusive if the bad responses may explain it.\n"
            );
    }

    /// <summary>A paragraph for full speed, where only good answers count as requests.</summary>
    public static string RefusalsAtFullSpeed(IReadOnlyList<MatrixResult> results)
    {
        var refusing = GoodShares(results, variant => variant.GoodShareAtFullSpeed);
        return refusing.Length == 0 ? "" : $"\n**Not all responses at full speed were good:** {string.Join(", ", refusing)}.\n";
    }

    private static string[] GoodShares(IReadOnlyList<MatrixResult> results, Func<MeasuredVariant, double?> share) =>
        Named(results, result =>
            result
                .Variants.Where(variant => share(variant) < 1)
                .Select(variant => $"{MarkdownText.Cell(variant.Variant.Name)} {LoadReport.Percent(share(variant))}")
        );

    // Results of several levels get their connections.
    private static string[] Named(IReadOnlyList<MatrixResult> results, Func<MatrixResult, IEnumerable<string>> clauses) =>
        [
            .. results.SelectMany(result =>
                clauses(result)
                    .Select(clause =>
                        results.Count > 1 ? FormattableString.Invariant($"{clause} at {result.Matrix.Connections} connections") : clause
                    )
            ),
        ];

    /// <summary>A paragraph on variants that hung; empty if all answered.</summary>
    public static string Silences(IReadOnlyList<MatrixResult> results)
    {
        var silences = Named(results, result => result.Silences.Select(MarkdownText.Cell));
        return silences.Length == 0 ? "" : $"\n**No response:** {string.Join("; ", silences)}.\n";
    }

    /// <summary>How measures are judged, for the end of a page.</summary>
    public static string Judged(IReadOnlyList<JudgedMatrix> levels)
    {
        var isInterleaved = levels.Any(level => level.Result.IsInterleaved);
        var judged = isInterleaved ? LoadMeasure.All : [LoadMeasure.FullSpeed];
        var margins = judged.Select(measure =>
            $"{Margins([.. levels.SelectMany(level => level.MarginsOf(measure)).Distinct().Order()])}{(measure.NoiseFloor is { } bytes ? $" and {bytes} B" : "")} ({measure.Name})"
        );
        return $"Verdicts are those of `bench compare`, with {(isInterleaved ? "margins" : "a margin")} of {string.Join(", ", margins)}.";
    }

    // Rules may give some variants their own margin.
    private static string Margins(IReadOnlyList<double> margins) =>
        margins is [var only] ? LoadReport.Percent(only) : $"{LoadReport.Percent(margins[0])} to {LoadReport.Percent(margins[^1])}";

    /// <summary>How the ratio of a round is computed from slices; empty if it is the ratio of the round's figures.</summary>
    public static string BySlices(MatrixResult result) =>
        result.ComparesAtOnce ? $" CPU time is compared in slices in which both are loaded at the same time. Throughput and p50 {ByBlocks}"
        : result.HasProcessorOfSlices ? $" CPU time, throughput and p50 {ByBlocks}"
        : result.HasSlices ? $" Throughput and p50 {ByBlocks}"
        : "";

    public static string Sharing(LoadMatrix matrix) =>
        matrix.Pin
            ? "Half of the cores ran the servers, and the other half the load generator."
            : "Servers and load generator shared the cores.";

    public static string WarmUp(MatrixResult result)
    {
        double[] took = [.. result.Variants.SelectMany(variant => variant.Rounds).Select(round => round.WarmUpSeconds).OfType<double>()];
        if (took.Length == 0 || !ServerWarmUp.Waits(result.Matrix.WarmUpSeconds))
            return FormattableString.Invariant($"{result.Matrix.WarmUpSeconds:0.#} s");
        var (least, most) = (LoadReport.Number(took.Min(), "0"), LoadReport.Number(took.Max(), "0"));
        return $"{(least == most ? most : $"{least} to {most}")} s (until the JIT compiler was quiet)";
    }
}

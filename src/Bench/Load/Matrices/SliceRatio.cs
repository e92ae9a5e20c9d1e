using MathNet.Numerics.Statistics;

namespace Bench.Load;

// The ratio of two variants in a round from its slices, so that a disturbance of the machine hits both alike. It is a median of slices in
// which both were loaded at once, or of blocks: two slices of each with the same middle moment. A sum would include disturbances that last
// a second.
internal static class SliceRatio
{
    // With fewer slices of a variant, the median does not improve on the sum.
    public const int MinSlices = 6;

    private const int SlicesOfBlock = 2;

    /// <summary>Time of a good answer at full speed, from blocks.</summary>
    /// <returns>Natural logarithm of other / first; null if there are too few slices, or one has no figure.</returns>
    public static double? FullSpeed(VariantRound first, VariantRound other) => OfBlocks(Times(first), Times(other));

    /// <summary>CPU time per request at the pace, from slices of both at once, or else from blocks.</summary>
    /// <remarks>
    /// As in Bulej et al., Duet Benchmarking: Improving Measurement Accuracy in the Cloud, ICPE 2020. It does not work at full speed, where
    /// the variants compete for cores. There, four rounds showed 2.5% between variants that differed by 10% at the pace, and by 14% one
    /// after the other.
    /// </remarks>
    public static double? Processor(VariantRound first, VariantRound other) =>
        OfSlices(first.ProcessorAtOnce, other.ProcessorAtOnce) ?? OfBlocks(Processor(first), Processor(other));

    /// <summary>Median response time, from blocks.</summary>
    public static double? P50(VariantRound first, VariantRound other) =>
        OfBlocks(first.PacedSlices?.Select(slice => slice.P50).ToArray(), other.PacedSlices?.Select(slice => slice.P50).ToArray());

    /// <param name="first">A figure of each slice in the order of time; null if the variant was not loaded, 0 without an answer.</param>
    /// <param name="other">At the same times.</param>
    internal static double? OfSlices(IReadOnlyList<double?>? first, IReadOnlyList<double?>? other)
    {
        if (first is null || first.Count != other?.Count)
            return null;
        var both = first.Zip(other).Where(slice => slice.First is not null && slice.Second is not null).ToArray();
        return both.Length >= MinSlices ? MedianLog(both) : null;
    }

    /// <param name="first">A figure of each slice in the order of time.</param>
    /// <param name="other">In the same blocks.</param>
    internal static double? OfBlocks(IReadOnlyList<double?>? first, IReadOnlyList<double?>? other) =>
        first?.Count >= MinSlices && first.Count == other?.Count ? MedianLog([.. BlocksOf(first).Zip(BlocksOf(other))]) : null;

    // Each element tells whether a slice had an answer. A block counts if the first variant answers in all of its slices, and the other
    // does not.
    internal static bool IsOnlyOtherSilent(IEnumerable<bool>? first, IEnumerable<bool>? other) =>
        first is not null
        && other is not null
        && first
            .Chunk(SlicesOfBlock)
            .Zip(other.Chunk(SlicesOfBlock))
            .Any(block => block.First.All(answers => answers) && block.Second.Any(answers => !answers));

    private static double? MedianLog((double? First, double? Other)[] figures) =>
        figures.All(both => both.First > 0 && both.Other > 0)
            ? figures.Select(both => Math.Log(both.Other!.Value / both.First!.Value)).Median()
            : null;

    private static double?[]? Processor(VariantRound round) => round.PacedSlices?.Select(slice => slice.ProcessorMicroseconds).ToArray();

    private static double?[]? Times(VariantRound round) =>
        round.FullSpeedSlices?.Select(slice => slice.GoodRequestsPerSecond is > 0 and var good ? 1 / good : (double?)null).ToArray();

    private static double?[] BlocksOf(IReadOnlyList<double?> slices) =>
        [.. slices.Chunk(SlicesOfBlock).Select(block => block.Aggregate((double?)0, (sum, slice) => sum + slice))];
}

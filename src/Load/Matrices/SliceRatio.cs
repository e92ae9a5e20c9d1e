using MathNet.Numerics.Statistics;

namespace Bench.Load;

/// <summary>
/// The ratio of two arms of a round by its slices, in a way that what disturbs the machine hits both alike: a median of slices in which
/// both were loaded at once, or of blocks, two slices of each whose middles are the same moment. A sum would take in what lasts a second.
/// </summary>
internal static class SliceRatio
{
    /// <summary>Of fewer slices of an arm the median says no more than the sum.</summary>
    public const int MinSlices = 6;

    private const int SlicesOfBlock = 2;

    /// <summary>Of the time of a good answer at full speed, from blocks.</summary>
    /// <returns>The natural logarithm of other / first; null where there are too few slices, or one without a figure.</returns>
    public static double? FullSpeed(ArmRound first, ArmRound other) => OfBlocks(Times(first), Times(other));

    /// <summary>Of processor time a request at the pace, from slices of both at once, or else from blocks.</summary>
    /// <remarks>
    /// As in Bulej et al., Duet Benchmarking: Improving Measurement Accuracy in the Cloud, ICPE 2020. Not at full speed: there the arms
    /// compete for cores, and four rounds showed 2.5 % between arms that differed by 10 at the pace and by 14 one after the other.
    /// </remarks>
    public static double? Processor(ArmRound first, ArmRound other) =>
        OfSlices(first.ProcessorOfDuets, other.ProcessorOfDuets) ?? OfBlocks(Processor(first), Processor(other));

    /// <summary>Of the median response time, from blocks.</summary>
    public static double? P50(ArmRound first, ArmRound other) =>
        OfBlocks(first.PacedSlices?.Select(slice => slice.P50).ToArray(), other.PacedSlices?.Select(slice => slice.P50).ToArray());

    /// <param name="first">A figure of each slice of the first arm, in the order of time; null where it was not loaded, 0 without an answer.</param>
    /// <param name="other">The same of the other one, at the same times.</param>
    internal static double? OfSlices(IReadOnlyList<double?>? first, IReadOnlyList<double?>? other)
    {
        if (first is null || first.Count != other?.Count)
            return null;
        var both = first.Zip(other).Where(slice => slice.First is not null && slice.Second is not null).ToArray();
        return both.Length >= MinSlices ? MedianLog(both) : null;
    }

    /// <param name="first">A figure of each slice of the first arm, in the order of time.</param>
    /// <param name="other">The same of the other one, in blocks with the first.</param>
    internal static double? OfBlocks(IReadOnlyList<double?>? first, IReadOnlyList<double?>? other) =>
        first?.Count >= MinSlices && first.Count == other?.Count ? MedianLog([.. BlocksOf(first).Zip(BlocksOf(other))]) : null;

    /// <summary>Whether the other arm answers nothing in a slice of a block in whose slices the first one answers.</summary>
    /// <param name="first">Whether the first arm answers, of each slice in the order of time.</param>
    /// <param name="other">The same of the other one, in blocks with the first.</param>
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

    private static double?[]? Processor(ArmRound round) =>
        round.PacedSlices?.Select(slice => slice.ProcessorMicroseconds).ToArray();

    private static double?[]? Times(ArmRound round) =>
        round.FullSpeedSlices?.Select(slice => slice.GoodQueriesPerSecond is > 0 and var good ? 1 / good : (double?)null).ToArray();

    private static double?[] BlocksOf(IReadOnlyList<double?> slices) =>
        [.. slices.Chunk(SlicesOfBlock).Select(block => block.Aggregate((double?)0, (sum, slice) => sum + slice))];
}

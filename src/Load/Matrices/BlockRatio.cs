using MathNet.Numerics.Statistics;

namespace Bench.Load;

/// <summary>
/// The ratio of two arms of a round by their blocks: two slices of each, whose middles are the same moment. What the machine does in a
/// block hits both arms alike or, where it lasts no longer than a slice, only one: the median over blocks leaves that out, a sum would not.
/// </summary>
internal static class BlockRatio
{
    /// <summary>Of fewer blocks the median says no more than the sum.</summary>
    public const int MinBlocks = 3;

    private const int SlicesOfBlock = 2;

    /// <param name="first">A figure of each slice of the first arm, in the order of time.</param>
    /// <param name="other">The same of the other one.</param>
    /// <returns>The natural logarithm of other / first; null where there are too few blocks, or a slice without a figure.</returns>
    public static double? Log(IReadOnlyList<double?>? first, IReadOnlyList<double?>? other)
    {
        if (first is null || other is null || first.Count != other.Count || first.Count < MinBlocks * SlicesOfBlock)
            return null;
        var (before, after) = (BlocksOf(first), BlocksOf(other));
        return before.Concat(after).All(sum => sum > 0) ? before.Zip(after, (one, two) => Math.Log(two!.Value / one!.Value)).Median() : null;
    }

    private static double?[] BlocksOf(IReadOnlyList<double?> slices) =>
        [.. slices.Chunk(SlicesOfBlock).Select(block => block.Aggregate((double?)0, (sum, slice) => sum + slice))];
}

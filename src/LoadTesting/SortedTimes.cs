using MathNet.Numerics.Statistics;

namespace Bench.LoadTesting;

/// <summary>Times in rising order, to read percentiles off.</summary>
internal sealed class SortedTimes
{
    private readonly double[] times;

    /// <summary>Sorts a copy.</summary>
    /// <param name="times">At least one.</param>
    public SortedTimes(IEnumerable<double> times)
    {
        this.times = [.. times];
        Array.Sort(this.times);
    }

    public int Count => times.Length;

    public double Mean => times.Average();

    public double Longest => times[^1];

    /// <summary>The smallest time that so many did not exceed: one that was measured, nothing between two.</summary>
    /// <param name="share">From 0 to 1.</param>
    public double At(double share) => SortedArrayStatistics.QuantileCustom(times, share, QuantileDefinition.R1);
}

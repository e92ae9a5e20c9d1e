using MathNet.Numerics.Statistics;

namespace Bench.Load;

/// <summary>Times in rising order, to read percentiles off.</summary>
internal sealed class SortedTimes
{
    private readonly double[] times;

    public SortedTimes(IEnumerable<double> times)
    {
        this.times = [.. times];
        Array.Sort(this.times);
    }

    public int Count => times.Length;

    public double Mean => times.Average();

    public double Longest => times[^1];

    /// <summary>The smallest time that so many did not exceed: one that was measured, nothing between two.</summary>
    public double At(double share) => SortedArrayStatistics.QuantileCustom(times, share, QuantileDefinition.R1);
}

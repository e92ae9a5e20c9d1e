using MathNet.Numerics.Statistics;

namespace Bench.Load;

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

    // The smallest measured time that this share of all times does not exceed, without interpolation.
    public double At(double share) => SortedArrayStatistics.QuantileCustom(times, share, QuantileDefinition.R1);
}

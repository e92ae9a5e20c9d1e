using MathNet.Numerics.Statistics;

namespace Lab.PublicData.Series;

/// <summary>
/// Changes of the mean with the defaults of R's package changepoint: on the standardized series, for normal noise with variance 1,
/// with the penalty of Zhang and Siegmund (2007). The study uses both methods with these defaults.
/// </summary>
internal static class MeanShifts
{
    private const int MaxByBinarySegmentation = 5;

    /// <summary>The best partition, which PELT (Killick, Fearnhead and Eckley 2012) finds faster.</summary>
    public static int[] Best(double[] values)
    {
        var costs = new Costs(values);
        var penalty = Penalty(values);
        var best = new double[values.Length + 1];
        var last = new int[values.Length + 1];
        best[0] = -penalty;
        for (var end = 1; end <= values.Length; end++)
        {
            best[end] = double.PositiveInfinity;
            for (var start = 0; start < end; start++)
            {
                var cost = best[start] + costs.Of(start, end) + penalty;
                if (cost < best[end])
                    (best[end], last[end]) = (cost, start);
            }
        }

        var changes = new List<int>();
        for (var at = last[values.Length]; at > 0; at = last[at])
            changes.Add(at);
        changes.Reverse();
        return [.. changes];
    }

    public static int[] BinarySegmentation(double[] values)
    {
        var costs = new Costs(values);
        var penalty = Penalty(values);
        List<int> ends = [0, values.Length];
        while (ends.Count - 2 < MaxByBinarySegmentation)
        {
            var (gain, place) = ends.Zip(ends.Skip(1))
                .SelectMany(part =>
                    Enumerable
                        .Range(part.First + 1, part.Second - part.First - 1)
                        .Select(at => (costs.Of(part.First, part.Second) - costs.Of(part.First, at) - costs.Of(at, part.Second), Place: at))
                )
                .Max();
            if (gain < penalty)
                break;
            ends.Add(place);
            ends.Sort();
        }

        return [.. ends.Skip(1).SkipLast(1)];
    }

    private static double Penalty(double[] values) => 3 * Math.Log(values.Length);

    private sealed class Costs
    {
        private readonly double[] sums,
            squares;

        public Costs(double[] values)
        {
            var (mean, deviation) = (values.Mean(), values.StandardDeviation());
            (sums, squares) = (new double[values.Length + 1], new double[values.Length + 1]);
            for (var i = 0; i < values.Length; i++)
            {
                var value = deviation > 0 ? (values[i] - mean) / deviation : 0;
                sums[i + 1] = sums[i] + value;
                squares[i + 1] = squares[i] + (value * value);
            }
        }

        public double Of(int start, int end)
        {
            var sum = sums[end] - sums[start];
            return squares[end] - squares[start] - (sum * sum / (end - start)) + Math.Log(end - start);
        }
    }
}

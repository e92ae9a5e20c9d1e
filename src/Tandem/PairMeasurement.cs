using Bench.Results;
using MathNet.Numerics.Statistics;

namespace Bench.Tandem;

/// <summary>Measures two rows in two processes that take turns.</summary>
/// <param name="random">Which side begins each block.</param>
public sealed class PairMeasurement(Random random)
{
    private const double SliceNanoseconds = 5e6;
    private const double LeastWarmUpNanoseconds = 1.5e9;
    private const double MostWarmUpNanoseconds = 10e9;
    private const int Blocks = 40;

    /// <summary>One unit: two process pairs, the sides started in both orders, so that what favours the first or second process cancels.</summary>
    /// <param name="baseline">The program and row of the baseline.</param>
    /// <param name="candidate">Those of the candidate.</param>
    /// <returns>The unit: log ratio and typical times, ns an operation.</returns>
    /// <exception cref="TandemException">A side failed.</exception>
    public PairedUnit Unit((string Assembly, HostedRow Row) baseline, (string Assembly, HostedRow Row) candidate)
    {
        var first = Pair(baseline, candidate, baselineFirst: true);
        var second = Pair(baseline, candidate, baselineFirst: false);
        return new PairedUnit(
            Math.Sqrt(first.BaselineNanoseconds * second.BaselineNanoseconds),
            Math.Sqrt(first.CandidateNanoseconds * second.CandidateNanoseconds),
            (first.LogRatio + second.LogRatio) / 2);
    }

    private PairedUnit Pair((string Assembly, HostedRow Row) baseline, (string Assembly, HostedRow Row) candidate, bool baselineFirst)
    {
        using var one = Start(baselineFirst ? baseline : candidate);
        using var other = Start(baselineFirst ? candidate : baseline);
        var (a, b) = baselineFirst ? (one, other) : (other, one);
        WarmUp(a, b);

        var baselineTimes = new List<double>();
        var candidateTimes = new List<double>();
        for (var block = 0; block < Blocks; block++)
        {
            // ABBA: a drift within the block hits both sides alike.
            var (x, y) = random.Next(2) == 0 ? (a, b) : (b, a);
            double x1 = x.Slice(), y1 = y.Slice(), y2 = y.Slice(), x2 = x.Slice();
            var (a1, b1, a2, b2) = ReferenceEquals(x, a) ? (x1, y1, x2, y2) : (y1, x1, y2, x2);
            baselineTimes.AddRange([a1, a2]);
            candidateTimes.AddRange([b1, b2]);
        }

        a.Side.Close();
        b.Side.Close();
        double before = TrimmedMean(baselineTimes), after = TrimmedMean(candidateTimes);
        return new PairedUnit(before, after, Math.Log(after / before));
    }

    private static Runner Start((string Assembly, HostedRow Row) of)
    {
        var side = Side.Start(of.Assembly);
        try
        {
            // The program numbers its rows only when asked for them.
            var row = side.List().FirstOrDefault(row => row.FullName == of.Row.FullName) ?? throw new TandemException($"{of.Row.FullName} is not there any more.");
            side.Open(row);
            return new Runner(side, row);
        }
        catch
        {
            side.Dispose();
            throw;
        }
    }

    // Both sides in turns, until each has had its least time and the last slices of neither are faster than those before.
    private static void WarmUp(Runner a, Runner b)
    {
        while (!(a.IsSteady && b.IsSteady))
        {
            a.WarmUp();
            b.WarmUp();
        }
    }

    /// <summary>
    /// The mean without the slowest twentieth, which is the machine's. No median: a garbage collection falls into some slices and not into
    /// others, and half of the work of an allocating row would not count.
    /// </summary>
    private static double TrimmedMean(List<double> values) => values.Order().Take(values.Count - (values.Count / 20)).Average();

    /// <summary>A side with its open row, and the number of invocations that make a slice.</summary>
    private sealed class Runner(Side side, HostedRow row) : IDisposable
    {
        private const int Window = 20;

        private readonly List<double> slices = [];
        private long invocations = 1;
        private double spent;

        public Side Side => side;

        public bool IsSteady => spent >= MostWarmUpNanoseconds || (spent >= LeastWarmUpNanoseconds && slices.Count >= 2 * Window
            && slices[^Window..].Median() > 0.98 * slices[^(2 * Window)..^Window].Median());

        public void WarmUp()
        {
            var time = side.Slice(invocations);
            spent += time;
            slices.Add(time / invocations);
            // A slice is to take its time in the end, whatever it takes at the beginning; no more than double, for the first are slow.
            var wanted = SliceNanoseconds / Math.Max(1, time / invocations);
            invocations = Math.Max(1, (long)Math.Min(wanted, invocations * 2.0));
        }

        /// <summary>The time of one slice, ns an operation.</summary>
        public double Slice() => side.Slice(invocations) / invocations / row.OperationsPerInvoke;

        public void Dispose() => side.Dispose();
    }
}

using System.Diagnostics;
using System.Globalization;

namespace Bench.Cli.Doctor;

/// <summary>Measures how often the machine interrupts: times the same loop in slices of some milliseconds.</summary>
internal static class Steadiness
{
    private const int Slices = 300;
    private const double MillisecondsOfSlice = 5;
    private const double Disturbed = 1.1;
    private const double DisturbingShare = 0.05;

    public static Finding Measure(CancellationToken cancellationToken)
    {
        var spins = Calibrate();
        var times = new double[Slices];
        for (var i = 0; i < Slices; i++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            times[i] = Slice(spins);
        }

        return Judge(times);
    }

    internal static Finding Judge(IReadOnlyList<double> times)
    {
        var median = times.Order().ElementAt(times.Count / 2);
        var share = (double)times.Count(time => time > Disturbed * median) / times.Count;
        var text = string.Create(
            CultureInfo.InvariantCulture,
            $"{100 * share:0}% of slices of the same loop took more than 10% longer (measured now)"
        );
        return share > DisturbingShare ? new("steadiness", Level.Disturbs, text) : new("steadiness", Level.Fine, text);
    }

    private static int Calibrate()
    {
        for (var spins = 1 << 10; ; spins *= 2)
        {
            var time = Slice(spins);
            if (time > MillisecondsOfSlice)
                return (int)Math.Max(1, spins * MillisecondsOfSlice / time);
        }
    }

    private static double Slice(int spins)
    {
        var start = Stopwatch.GetTimestamp();
        var state = 1u;
        for (var i = 0; i < spins; i++)
            state = (state * 1664525) + 1013904223;
        GC.KeepAlive(state);
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }
}

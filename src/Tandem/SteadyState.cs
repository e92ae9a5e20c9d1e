using MathNet.Numerics.Statistics;

namespace Bench.Tandem;

/// <summary>
/// Tells from the slices of a side's warm-up whether the row has reached the speed that it keeps: the runtime compiles next to nothing any
/// more, and the last slices are no faster than those before.
/// </summary>
internal sealed class SteadyState(MeasurementSettings settings)
{
    private const int Window = 15;
    private const int SmallestWindow = 4;
    private const double FallsNoMore = 0.98;

    /// <summary>How many slices the quiet has at least: where a slice takes long, 300 ms see too few calls to say that none was compiled.</summary>
    private const int FewestQuiet = 6;

    /// <summary>What is compiled may lie waiting for seconds before it is used, so that two such stretches of time are compared.</summary>
    private static readonly TimeSpan Stretch = TimeSpan.FromSeconds(3);

    /// <summary>Less than the machine changes its speed by from one second to the next; more is a gain.</summary>
    private const double Gain = 0.95;

    private readonly List<(TimeSpan Time, double PerInvocation, long Methods, TimeSpan Compilation)> slices = [];

    /// <summary>Adds the next slice.</summary>
    /// <param name="time">When it ended, since the warm-up began.</param>
    /// <param name="slice">The slice.</param>
    public void Add(TimeSpan time, Slice slice) =>
        slices.Add((time, slice.Nanoseconds / slice.Invocations, slice.CompiledMethods, slice.CompilationTime));

    /// <summary>Whether the warm-up may end.</summary>
    public bool IsReached
    {
        get
        {
            var window = Math.Clamp(slices.Count / 3, SmallestWindow, Window);
            return IsQuiet && slices.Count >= 2 * window
                && Typical(slices[^window..]) > FallsNoMore * Typical(slices[^(2 * window)..^window]);
        }
    }

    /// <summary>Whether the compiler is at work and the row gets faster by it: a longer warm-up is of use.</summary>
    public bool IsNear
    {
        get
        {
            if (IsQuiet || slices.Count == 0)
                return false;
            var now = slices[^1].Time;
            var last = slices.FindAll(slice => slice.Time > now - Stretch);
            var before = slices.FindAll(slice => slice.Time > now - (2 * Stretch) && slice.Time <= now - Stretch);
            return before.Count > 0 && Best(last) < Gain * Best(before);
        }
    }

    private bool IsQuiet
    {
        get
        {
            if (slices.Count == 0)
                return false;
            var now = slices[^1];
            var quiet = now.Methods > settings.ManyMethods ? settings.QuietOfMany : settings.Quiet;
            var before = slices.FindLastIndex(slice => now.Time - slice.Time >= quiet);
            before = Math.Min(before, slices.Count - 1 - FewestQuiet);
            if (before < 0)
                return false;
            var allowed = now.Time >= settings.StragglersFrom ? settings.Stragglers * now.Methods : 0;
            return now.Methods - slices[before].Methods <= allowed
                && now.Compilation - slices[before].Compilation <= settings.Compiling * (now.Time - slices[before].Time);
        }
    }

    private static double Typical(List<(TimeSpan, double PerInvocation, long, TimeSpan)> slices) => slices.Select(slice => slice.PerInvocation).Median();

    // What else runs on the machine only ever makes a slice slower.
    private static double Best(List<(TimeSpan, double PerInvocation, long, TimeSpan)> slices) => slices.Select(slice => slice.PerInvocation).LowerQuartile();
}

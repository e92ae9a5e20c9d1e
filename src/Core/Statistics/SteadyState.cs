namespace Bench.Statistics;

/// <summary>
/// Tells from the slices of a process's warm-up whether the benchmark has reached the speed that it keeps: the runtime compiles next to
/// nothing any more, and the last slices are no faster than those before.
/// </summary>
internal sealed class SteadyState(WarmUpRule settings)
{
    private const int Window = 15;
    private const int SmallestWindow = 4;
    private const double FallsNoMore = 0.98;

    /// <summary>
    /// How many slices the quiet has at least: where a slice takes long, 300 ms see too few calls to say that none was compiled.
    /// </summary>
    private const int MinQuiet = 6;

    /// <summary>Stretches of the warm-up that are compared, to know a benchmark that makes new code in each call.</summary>
    private static readonly TimeSpan Stretch = TimeSpan.FromSeconds(3);

    private const int Stretches = 3;

    /// <summary>
    /// How far such a benchmark's methods an invocation may differ between stretches. On a busy machine those of a warm-up came within 5 %
    /// of each other by chance.
    /// </summary>
    private const double SameRate = 0.01;

    private readonly List<(TimeSpan Time, double PerInvocation, long Methods, TimeSpan Compilation, long Invocations)> slices = [];
    private long invocations;

    public void Add(TimeSpan time, WarmUpSlice slice)
    {
        invocations += slice.Invocations;
        slices.Add((time, slice.Nanoseconds / slice.Invocations, slice.CompiledMethods, slice.CompilationTime, invocations));
    }

    /// <summary>Whether the benchmark has the speed that it keeps.</summary>
    public bool IsReached
    {
        get
        {
            var window = Math.Clamp(slices.Count / 3, SmallestWindow, Window);
            return IsQuiet
                && slices.Count >= 2 * window
                && Typical(slices[^window..]) > FallsNoMore * Typical(slices[^(2 * window)..^window]);
        }
    }

    /// <summary>Whether the compiler is at work and will be done some day: a longer warm-up is of use.</summary>
    public bool IsNear => slices.Count > 0 && !IsQuiet && !CompilesForEver;

    /// <summary>Whether the warm-up may end now, because the benchmark is steady or because waiting is of no use.</summary>
    public bool MayEnd =>
        slices.Count > 0
        && slices[^1].Time is var time
        && time >= settings.MinWarmUp
        && (IsReached || time >= settings.MaxWarmUpWhileCompiling || (time >= settings.MaxWarmUp && !IsNear));

    // New code in each call is so and so many methods an invocation, now as before; what is compiled once or twice gets less.
    private bool CompilesForEver
    {
        get
        {
            var now = slices[^1].Time;
            var ends = Enumerable
                .Range(0, Stretches + 1)
                .Select(i => slices.FindLastIndex(slice => slice.Time <= now - (i * Stretch)))
                .ToList();
            if (ends[^1] < 0)
                return false;
            var rates = ends.Zip(
                    ends.Skip(1),
                    (end, start) =>
                        (slices[end].Methods - slices[start].Methods)
                        / (double)Math.Max(1, slices[end].Invocations - slices[start].Invocations)
                )
                .ToList();
            return rates.Min() > 0 && rates.Max() <= (1 + SameRate) * rates.Min();
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
            before = Math.Min(before, slices.Count - 1 - MinQuiet);
            if (before < 0)
                return false;
            var allowed = now.Time >= settings.StragglersFrom ? settings.Stragglers * now.Methods : 0;
            return now.Methods - slices[before].Methods <= allowed
                && now.Compilation - slices[before].Compilation <= settings.Compiling * (now.Time - slices[before].Time);
        }
    }

    // The median, without a library that the measured process would have to load.
    private static double Typical(List<(TimeSpan, double PerInvocation, long, TimeSpan, long)> slices)
    {
        double[] times = [.. slices.Select(slice => slice.PerInvocation).Order()];
        return (times[(times.Length - 1) / 2] + times[times.Length / 2]) / 2;
    }
}

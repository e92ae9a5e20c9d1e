namespace Bench.Statistics;

// Decides from the warm-up's slices whether a benchmark is at steady state: the runtime compiles almost nothing, and the last slices are
// not faster than those before.
internal sealed class SteadyState(WarmUpRule settings)
{
    private const int Window = 15;
    private const int SmallestWindow = 4;
    private const double FallsNoMore = 0.98;

    // The fewest slices without compilation. If slices are long, 300 ms has too few calls to show that nothing is compiled.
    private const int MinQuiet = 6;

    // Periods of the warm-up. They are compared to recognize a benchmark that generates code in each call.
    private static readonly TimeSpan Stretch = TimeSpan.FromSeconds(3);

    private const int Stretches = 3;

    // The largest relative difference of compiled methods per invocation between periods for such a benchmark. On a busy machine the rates
    // of an ordinary warm-up came within 5% of each other by chance.
    private const double SameRate = 0.01;

    private readonly List<(TimeSpan Time, double PerInvocation, long Methods, TimeSpan Compilation, long Invocations)> slices = [];
    private long invocations;

    public void Add(TimeSpan time, WarmUpSlice slice)
    {
        invocations += slice.Invocations;
        slices.Add((time, slice.Nanoseconds / slice.Invocations, slice.CompiledMethods, slice.CompilationTime, invocations));
    }

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

    // True if the runtime is still compiling but will finish, so a longer warm-up helps.
    public bool IsNear => slices.Count > 0 && !IsQuiet && !CompilesForEver;

    // The warm-up ends at steady state, or if more of it would not help.
    public bool MayEnd =>
        slices.Count > 0
        && slices[^1].Time is var time
        && time >= settings.MinWarmUp
        && (IsReached || time >= settings.MaxWarmUpWhileCompiling || (time >= settings.MaxWarmUp && !IsNear));

    // Generating code in each call gives a constant number of methods per invocation. Ordinary compilation slows down.
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
            var rates = ends.Zip(ends.Skip(1), (end, start) =>
                    (slices[end].Methods - slices[start].Methods) / (double)Math.Max(1, slices[end].Invocations - slices[start].Invocations)
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

    // The median. No library here, because the measured process would have to load it.
    private static double Typical(List<(TimeSpan, double PerInvocation, long, TimeSpan, long)> slices)
    {
        double[] times = [.. slices.Select(slice => slice.PerInvocation).Order()];
        return (times[(times.Length - 1) / 2] + times[times.Length / 2]) / 2;
    }
}

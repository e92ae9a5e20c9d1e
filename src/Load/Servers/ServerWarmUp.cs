using System.Diagnostics;

namespace Bench.Load;

/// <summary>
/// Loads a server until its compiler has done its work: on a single core, beside the load, that takes half a minute and more, in which it
/// answers a fraction of what it does afterwards. A fixed time measures the compiler.
/// </summary>
internal static class ServerWarmUp
{
    /// <summary>The share of the time that the compiler may still take: timers and rare paths go on for minutes.</summary>
    private const double Quiet = 0.01;

    /// <summary>So many slices in a benchmark must be quiet: between two waves of compilation it may be for some seconds.</summary>
    private const int QuietSlices = 2;

    /// <summary>A runtime that never says anything of its compiler is given so many.</summary>
    private const int SilentSlices = 4;

    /// <summary>Code reaches its last form after twice thirty calls: of fewer requests a quiet compiler says nothing.</summary>
    private const long MinRequests = 100;

    private static readonly TimeSpan Slice = TimeSpan.FromSeconds(5);

    /// <summary>The shortest warm-up that waits for the compiler: one slice.</summary>
    public static TimeSpan ShortestThatWaits => Slice;

    /// <summary>Whether a warm-up waits for the compiler.</summary>
    public static bool Waits(double minSeconds) => minSeconds >= ShortestThatWaits.TotalSeconds;

    /// <summary>How long the compilers may take: those of several servers share the cores.</summary>
    internal static TimeSpan Longest(int servers) => TimeSpan.FromMinutes(Math.Max(3, 1 + servers));

    /// <param name="servers">What is loaded, at once: all of it until the compiler of each is quiet. A name says whose is not.</param>
    /// <param name="load">Loads all of them for a time, and says how many requests the one had that had the fewest.</param>
    public static TimeSpan Run(IReadOnlyList<(string? Name, ServerCounters Counters)> servers, TimeSpan min, Func<TimeSpan, long> load)
    {
        return Run([.. servers.Select(server => (server.Name, CompilingOf(server.Counters)))], min, load);

        static Func<double?> CompilingOf(ServerCounters counters) =>
            () => counters.Readings.CompilingShare(counters.Now - Slice, counters.Now);
    }

    /// <param name="servers">A name, and the share of the last slice that the compiler took; null where nothing was heard.</param>
    internal static TimeSpan Run(IReadOnlyList<(string? Name, Func<double?> Compiling)> servers, TimeSpan min, Func<TimeSpan, long> load)
    {
        var clock = Stopwatch.StartNew();
        if (!Waits(min.TotalSeconds))
        {
            load(min);
            return clock.Elapsed;
        }

        var longest = Longest(servers.Count);
        var compiling = servers.Select(_ => new List<double?>()).ToArray();
        // However long is asked for: the compiler is waited for afterwards.
        var loaded = min;
        for (var requests = load(min); ; loaded += Slice, requests += load(Slice))
        {
            foreach (var (shares, (_, share)) in compiling.Zip(servers))
                shares.Add(share());
            var isLate = loaded >= min + longest;
            if (IsWarm(compiling, requests, isLate))
                return clock.Elapsed;
            if (isLate)
            {
                var (shares, (name, _)) = compiling.Zip(servers).First(one => !IsDone(one.First));
                throw new LoadException($"{(name is null ? "" : $"{name}: ")}{WhyNotWarm(shares, loaded)}");
            }
        }
    }

    /// <summary>Whether the compilers are quiet, and would not be had they had work: of a slow server as soon as it is late.</summary>
    internal static bool IsWarm(IEnumerable<IReadOnlyList<double?>> compiling, long requests, bool isLate) =>
        (requests >= MinRequests || isLate) && compiling.All(IsDone);

    /// <param name="compiling">Of a compiler that is not done.</param>
    internal static string WhyNotWarm(IReadOnlyList<double?> compiling, TimeSpan load) =>
        compiling.Reverse().TakeWhile(share => share is null).Count() is >= SilentSlices and var silent
            ? FormattableString.Invariant(
                $"its counters have said nothing for {silent * Slice.TotalSeconds:0} s, so that nobody knows whether its compiler is done."
            )
            : FormattableString.Invariant(
                $"its compiler was still at work after {load.TotalMinutes:0} minutes of load: nothing that is measured now would repeat."
            );

    internal static bool IsDone(IReadOnlyList<double?> compiling)
    {
        double[] known = [.. compiling.OfType<double>()];
        return known.Length >= QuietSlices
            ? known.TakeLast(QuietSlices).All(share => share < Quiet)
            : known.Length == 0 && compiling.Count >= SilentSlices;
    }
}

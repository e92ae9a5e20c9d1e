using System.Diagnostics;

namespace Bench.Load;

// Loads a server until its compiler is idle. On a single core, next to the load, that takes half a minute or more. Until then the server
// answers a fraction of its later rate. A fixed time would measure the compiler.
internal static class ServerWarmUp
{
    // Share of the time that the compiler may still take. Timers and rare paths are compiled for minutes.
    private const double Quiet = 0.01;

    // Consecutive quiet slices, because compilation may pause for some seconds between two waves.
    private const int QuietSlices = 2;

    // Number of slices for a runtime that never reports on its compiler.
    private const int SilentSlices = 4;

    // Code reaches its final tier after two times 30 calls. With fewer requests, a quiet compiler proves nothing.
    private const long MinRequests = 100;

    private static readonly TimeSpan Slice = TimeSpan.FromSeconds(5);

    // A shorter warm-up does not wait for the compiler.
    public static TimeSpan ShortestThatWaits => Slice;

    public static bool Waits(double minSeconds) => minSeconds >= ShortestThatWaits.TotalSeconds;

    // The compilers of several servers share the cores.
    internal static TimeSpan Longest(int servers) => TimeSpan.FromMinutes(Math.Max(3, 1 + servers));

    /// <param name="servers">All are loaded at once until each compiler is quiet. The name is for messages.</param>
    /// <param name="load">Loads all of them for a time, and returns the fewest requests that any of them had.</param>
    public static TimeSpan Run(IReadOnlyList<(string? Name, ServerCounters Counters)> servers, TimeSpan min, Func<TimeSpan, long> load)
    {
        return Run([.. servers.Select(server => (server.Name, CompilingOf(server.Counters)))], min, load);

        static Func<double?> CompilingOf(ServerCounters counters) =>
            () => counters.Readings.CompilingShare(counters.Now - Slice, counters.Now);
    }

    /// <param name="servers">A name, and the compiler's share of the last slice; null if nothing was reported.</param>
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
        // The wait for the compiler begins after the requested time, however long that is.
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

    // Quiet compilers count only after enough requests to compile for. A slow server counts at the end of the limit.
    internal static bool IsWarm(IEnumerable<IReadOnlyList<double?>> compiling, long requests, bool isLate) =>
        (requests >= MinRequests || isLate) && compiling.All(IsDone);

    internal static string WhyNotWarm(IReadOnlyList<double?> compiling, TimeSpan load) =>
        compiling.Reverse().TakeWhile(share => share is null).Count() is >= SilentSlices and var silent
            ? FormattableString.Invariant(
                $"its counters have been silent for {silent * Slice.TotalSeconds:0} s, so it is unknown whether its JIT compiler is done."
            )
            : FormattableString.Invariant(
                $"its JIT compiler was still busy after {load.TotalMinutes:0} minutes of load, so measurements would not repeat."
            );

    internal static bool IsDone(IReadOnlyList<double?> compiling)
    {
        double[] known = [.. compiling.OfType<double>()];
        return known.Length >= QuietSlices
            ? known.TakeLast(QuietSlices).All(share => share < Quiet)
            : known.Length == 0 && compiling.Count >= SilentSlices;
    }
}

using System.Diagnostics;
using System.Globalization;

namespace Bench.Load;

/// <summary>
/// Server and generator on different cores, so that neither takes the other's. It changes what a server may do at once, so it is not for
/// arms about threads, collectors or the number of cores.
/// </summary>
/// <param name="Server">The server's cores, as the system numbers them: the first half, and the one in the middle.</param>
internal sealed record CoreSplit(IReadOnlyList<int> Server, IReadOnlyList<int> Generator)
{
    private const int CoresOfMask = 64;

    /// <summary>Divides the cores that this process may use.</summary>
    public static CoreSplit ForThisMachine()
    {
        if (!OperatingSystem.IsLinux())
            throw new LoadException("server and generator are pinned to cores on Linux only.");
        Tool.Taskset.EnsureInstalled();
        using var self = Process.GetCurrentProcess();
        var mask = (ulong)self.ProcessorAffinity;
        return Create([.. Enumerable.Range(0, CoresOfMask).Where(core => (mask >> core & 1) != 0)], Environment.ProcessorCount);
    }

    /// <param name="usable">The time of how many cores this process may take: less than there are, where a quota says so.</param>
    internal static CoreSplit Create(IReadOnlyList<int> cores, int usable) =>
        cores.Count < 2
            ? throw new LoadException("fewer than two of the first 64 cores can't be divided among server and generator: leave pin out.")
        : usable < cores.Count
            ? throw new LoadException(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"this process may use the time of {usable} of {cores.Count} cores, which can't be divided among server and generator: leave pin out."
                )
            )
        : usable > cores.Count
            ? throw new LoadException("more than 64 cores can't be divided among server and generator: leave pin out.")
            : new CoreSplit([.. cores.Take(CoresOfServer(cores.Count))], [.. cores.Skip(CoresOfServer(cores.Count))]);

    /// <summary>How many cores of so many are the server's.</summary>
    internal static int CoresOfServer(int cores) => (cores + 1) / 2;

    /// <summary>A command that runs on these cores only.</summary>
    internal static ProcessStartInfo Command(IReadOnlyList<int>? cores, string program, IEnumerable<string> arguments) =>
        cores is null
            ? new ProcessStartInfo(program, arguments)
            : new ProcessStartInfo(
                Tool.Taskset.Name,
                ["-c", string.Join(',', cores.Select(core => core.ToString(CultureInfo.InvariantCulture))), program, .. arguments]
            );
}

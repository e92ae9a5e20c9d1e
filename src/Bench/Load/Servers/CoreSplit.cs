using System.Diagnostics;
using System.Globalization;

namespace Bench.Load;

// Server and generator on different cores, so that neither takes the other's. It limits the parallelism of the server, so it is unsuitable
// for variants about threads, collectors or the number of cores.
/// <param name="Server">The first half of the cores, and the middle one.</param>
internal sealed record CoreSplit(IReadOnlyList<int> Server, IReadOnlyList<int> Generator)
{
    private const int CoresOfMask = 64;

    // Divides the cores that this process may use.
    public static CoreSplit ForThisMachine()
    {
        if (!OperatingSystem.IsLinux())
            throw new LoadException("pinning works on Linux only.");
        Tool.Taskset.EnsureInstalled();
        using var self = Process.GetCurrentProcess();
        var mask = (ulong)self.ProcessorAffinity;
        return Create([.. Enumerable.Range(0, CoresOfMask).Where(core => (mask >> core & 1) != 0)], Environment.ProcessorCount);
    }

    /// <param name="usable">Number of cores whose time this process may use: fewer than there are, if a quota limits it.</param>
    internal static CoreSplit Create(IReadOnlyList<int> cores, int usable) =>
        cores.Count < 2 ? throw new LoadException("pinning needs at least two of the first 64 cores. Remove pin.")
        : usable < cores.Count
            ? throw new LoadException(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"this process may use only the time of {usable} of {cores.Count} cores, so they cannot be divided between server and generator. Remove pin."
                )
            )
        : usable > cores.Count ? throw new LoadException("pinning works with at most 64 cores. Remove pin.")
        : new CoreSplit([.. cores.Take(CoresOfServer(cores.Count))], [.. cores.Skip(CoresOfServer(cores.Count))]);

    internal static int CoresOfServer(int cores) => (cores + 1) / 2;

    internal static ProcessStartInfo Command(IReadOnlyList<int>? cores, string program, IEnumerable<string> arguments) =>
        cores is null
            ? new ProcessStartInfo(program, arguments)
            : new ProcessStartInfo(
                Tool.Taskset.Name,
                ["-c", string.Join(',', cores.Select(core => core.ToString(CultureInfo.InvariantCulture))), program, .. arguments]
            );
}

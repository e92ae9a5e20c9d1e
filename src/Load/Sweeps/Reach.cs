using System.Globalization;

namespace Bench.Load;

/// <summary>
/// How many connections this machine allows: each needs an open file on both ends, and a port of its own for each address.
/// </summary>
/// <param name="OpenFiles">Files that a process may have open.</param>
/// <param name="Ports">Local ports for connections to one address.</param>
internal sealed record Reach(long OpenFiles, int Ports)
{
    /// <summary>Files that a generator or server has open besides its connections.</summary>
    private const int OtherFiles = 200;

    /// <summary>Ports that other programs, and connections that have just ended, may hold.</summary>
    private const int OtherPorts = 1000;

    private const int UsualPorts = 28_232;

    /// <summary>The limits of this process, which those that it starts inherit.</summary>
    public static Reach OfThisMachine => new(LimitOfOpenFiles(), LocalPorts());

    /// <summary>Connections that a single address has room for.</summary>
    public int EachAddress => Math.Max(1, Ports - OtherPorts);

    /// <summary>Loopback addresses that so many connections need.</summary>
    public int AddressesFor(int connections) => Math.Max(1, (connections + EachAddress - 1) / EachAddress);

    /// <summary>How many processes of a generator so many connections are divided among: each asks one address.</summary>
    public int ProcessesFor(int connections, int addresses) => Math.Min(addresses, AddressesFor(connections));

    /// <summary>Why a level can't be reached; null where it can.</summary>
    public string? UnsupportedReason(int connections, int addresses) =>
        connections + OtherFiles > OpenFiles
            ? string.Create(CultureInfo.InvariantCulture, $"a process may have {OpenFiles} files open (ulimit -n)")
        : AddressesFor(connections) > addresses
            ? string.Create(CultureInfo.InvariantCulture, $"there are {Ports} local ports for each of {addresses} addresses")
        : null;

    private static int LocalPorts()
    {
        const string file = "/proc/sys/net/ipv4/ip_local_port_range";
        if (!File.Exists(file))
            return UsualPorts;
        var range = File.ReadAllText(file).Split((char[])['\t', ' ', '\n'], StringSplitOptions.RemoveEmptyEntries);
        return int.Parse(range[1], CultureInfo.InvariantCulture) - int.Parse(range[0], CultureInfo.InvariantCulture) + 1;
    }

    // The runtime has raised its own to the hard limit when it started.
    private static long LimitOfOpenFiles()
    {
        const string file = "/proc/self/limits";
        var line = File.Exists(file)
            ? File.ReadLines(file).FirstOrDefault(line => line.StartsWith("Max open files", StringComparison.Ordinal))
            : null;
        var soft = line?.Split(' ', StringSplitOptions.RemoveEmptyEntries)[3];
        return long.TryParse(soft, NumberStyles.None, CultureInfo.InvariantCulture, out var limit) ? limit : int.MaxValue;
    }
}

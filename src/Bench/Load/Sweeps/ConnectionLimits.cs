using System.Globalization;

namespace Bench.Load;

// How many connections this machine allows. Each needs an open file at both ends, and a local port of its own per address.
/// <param name="OpenFiles">Limit of open files per process.</param>
/// <param name="Ports">Local ports for connections to one address.</param>
internal sealed record ConnectionLimits(long OpenFiles, int Ports)
{
    // Open files of a generator or server other than connections.
    private const int OtherFiles = 200;

    // Ports that other programs, and recently closed connections, may hold.
    private const int OtherPorts = 1000;

    private const int UsualPorts = 28_232;

    // The limits of this process, which its children inherit.
    public static ConnectionLimits OfThisMachine => new(LimitOfOpenFiles(), LocalPorts());

    /// <summary>Connections per address.</summary>
    public int EachAddress => Math.Max(1, Ports - OtherPorts);

    /// <summary>Number of loopback addresses that these connections need.</summary>
    public int AddressesFor(int connections) => Math.Max(1, (connections + EachAddress - 1) / EachAddress);

    /// <summary>Number of generator processes that share these connections. Each loads one address.</summary>
    public int ProcessesFor(int connections, int addresses) => Math.Min(addresses, AddressesFor(connections));

    /// <summary>Null if the level can be reached.</summary>
    public string? UnsupportedReason(int connections, int addresses) =>
        connections + OtherFiles > OpenFiles
            ? string.Create(CultureInfo.InvariantCulture, $"a process may have only {OpenFiles} files open (ulimit -n)")
        : AddressesFor(connections) > addresses
            ? string.Create(CultureInfo.InvariantCulture, $"there are only {Ports} local ports for each of {addresses} addresses")
        : null;

    private static int LocalPorts()
    {
        const string file = "/proc/sys/net/ipv4/ip_local_port_range";
        if (!File.Exists(file))
            return UsualPorts;
        var range = File.ReadAllText(file).Split((char[])['\t', ' ', '\n'], StringSplitOptions.RemoveEmptyEntries);
        return int.Parse(range[1], CultureInfo.InvariantCulture) - int.Parse(range[0], CultureInfo.InvariantCulture) + 1;
    }

    // The runtime raises its own limit to the hard limit when it starts.
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

using System.Globalization;

namespace Bench.Load;

/// <summary>Whose a port is, as far as Linux tells.</summary>
internal static class ListeningSocket
{
    private const string Listens = "0A";

    // As proc_pid_net(5) describes them: a header, then a socket a line.
    private static readonly string[] Tables = ["/proc/net/tcp", "/proc/net/tcp6"];

    /// <summary>Whether a process listens on a port of this machine that is not this one: false where the system does not say.</summary>
    public static bool IsOfAnother(int port, int process)
    {
        try
        {
            var sockets = Tables.Where(File.Exists).SelectMany(table => SocketsOf(table, port)).ToHashSet();
            return sockets.Count > 0
                && !Directory
                    .EnumerateFiles(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/fd"))
                    .Any(file => new FileInfo(file).LinkTarget is { } target && sockets.Contains(target));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static IEnumerable<string> SocketsOf(string table, int port)
    {
        var address = string.Create(CultureInfo.InvariantCulture, $":{port:X4}");
        return
        [
            .. File.ReadLines(table)
                .Skip(1)
                .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
                .Where(fields => fields.Length > 9 && fields[3] == Listens && fields[1].EndsWith(address, StringComparison.Ordinal))
                .Select(fields => $"socket:[{fields[9]}]"),
        ];
    }
}

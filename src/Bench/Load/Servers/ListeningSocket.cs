using System.Globalization;

namespace Bench.Load;

// Finds the owner of a port, on Linux.
internal static class ListeningSocket
{
    private const string Listens = "0A";

    // Format according to proc_pid_net(5): a header, then one socket per line.
    private static readonly string[] Tables = ["/proc/net/tcp", "/proc/net/tcp6"];

    /// <summary>True if a local port belongs to another process than this one; false if the system does not show it.</summary>
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

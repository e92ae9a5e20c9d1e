namespace Bench.Tests;

/// <summary>SIGINT for a child process of a test.</summary>
internal static class InterruptSignal
{
    /// <summary>
    /// A prefix for a command that Ctrl-C must end: tests in the background of a script inherit an ignored SIGINT, and so would their
    /// child.
    /// </summary>
    public static string[] NotIgnored()
    {
        const string status = "/proc/self/status";
        const ulong interrupt = 1UL << 1;
        var ignored = File.Exists(status)
            ? File.ReadLines(status).FirstOrDefault(line => line.StartsWith("SigIgn:", StringComparison.Ordinal))
            : null;
        return ignored is not null && (Convert.ToUInt64(ignored[7..].Trim(), 16) & interrupt) != 0 ? ["env", "--default-signal=INT"] : [];
    }
}

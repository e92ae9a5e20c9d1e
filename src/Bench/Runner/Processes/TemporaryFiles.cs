using System.Text;
using Bench.Processes;

namespace Bench.Runner;

/// <summary>The temporary files of a check's builds and measured processes. They are deleted with the check's folder.</summary>
internal static class TemporaryFiles
{
    // In bytes. On macOS the path of a socket has at most 103, and the longest name in the folder, .NET's diagnostics socket, has 49.
    public const int MaxLength = 53;

    private const string Place = "t";

    // A folder in the check's folder, or a link to one with a shorter path.
    public static string PlaceIn(string folder) => Path.Combine(folder, Place);

    public static bool HasRoomFor(string folder) => OperatingSystem.IsWindows() || Encoding.UTF8.GetByteCount(folder) <= MaxLength;

    // The folder for temporary files, from that of a check. Null if the folder is not that of a check.
    public static string? Of(string folder) => Directory.Exists(PlaceIn(folder)) ? RealPath.Of(PlaceIn(folder)) : null;

    // Makes a process that is about to start use the folder.
    public static void Name(IDictionary<string, string?> environment, string? folder)
    {
        if (folder is null)
            return;
        foreach (var variable in OperatingSystem.IsWindows() ? new[] { "TMP", "TEMP" } : ["TMPDIR"])
            environment[variable] = folder;
    }

    // The environment of a process, as in /proc, names this folder or one inside it.
    public static bool IsNamed(string environment, string folder)
    {
        const string variable = "TMPDIR=";
        return environment.Split('\0').FirstOrDefault(text => text.StartsWith(variable, StringComparison.Ordinal)) is { } found
            && (found[variable.Length..] + "/").StartsWith(folder + "/", StringComparison.Ordinal);
    }
}

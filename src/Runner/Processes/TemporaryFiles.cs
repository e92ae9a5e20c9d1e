using System.Text;
using Bench.Processes;

namespace Bench.Runner;

/// <summary>Where the builds and the measured processes of a check have their temporary files: they end with the check's folder.</summary>
internal static class TemporaryFiles
{
    /// <summary>
    /// Leaves room for what .NET puts there: the path of a socket has 103 characters on macOS, and the longest name, of the socket for
    /// diagnostics, 49.
    /// </summary>
    public const int MaxLength = 53;

    private const string Place = "t";

    /// <summary>Where a check keeps them, in its folder: a folder, or a link to one with a shorter path.</summary>
    public static string PlaceIn(string folder) => Path.Combine(folder, Place);

    public static bool HasRoomFor(string folder) => OperatingSystem.IsWindows() || Encoding.UTF8.GetByteCount(folder) <= MaxLength;

    /// <summary>The folder for them, from the folder of a check.</summary>
    /// <returns>Null if it is the folder of no check.</returns>
    public static string? Of(string folder) => Directory.Exists(PlaceIn(folder)) ? RealPath.Of(PlaceIn(folder)) : null;

    /// <summary>Names the folder to a process that is about to be started.</summary>
    public static void Name(IDictionary<string, string?> environment, string? folder)
    {
        if (folder is null)
            return;
        foreach (var variable in OperatingSystem.IsWindows() ? new[] { "TMP", "TEMP" } : ["TMPDIR"])
            environment[variable] = folder;
    }

    /// <summary>Whether the environment of a process, as /proc has it, names this folder or one in it.</summary>
    public static bool IsNamed(string environment, string folder)
    {
        const string variable = "TMPDIR=";
        return environment.Split('\0').FirstOrDefault(text => text.StartsWith(variable, StringComparison.Ordinal)) is { } found
            && (found[variable.Length..] + "/").StartsWith(folder + "/", StringComparison.Ordinal);
    }
}

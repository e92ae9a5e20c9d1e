using System.Runtime.InteropServices;

namespace Bench.PrivatePostgres;

/// <summary>Where PostgreSQL's programs are, and as whom they run.</summary>
internal static class PostgresBinaries
{
    private static readonly Lazy<string?> Folder = new(Search);
    private static readonly Lazy<string?> Other = new(() => GetUser("postgres") == 0 ? null : "postgres");

    /// <summary>Whether this process is root, as whom PostgreSQL refuses to run.</summary>
    public static bool IsRoot { get; } = !OperatingSystem.IsWindows() && Environment.IsPrivilegedProcess;

    /// <summary>The user to run it as where this process is root; null where there is none.</summary>
    public static string? Unprivileged => Other.Value;

    /// <summary>The folder that has them; null where none has.</summary>
    public static string? Find() => Folder.Value;

    /// <summary>A command that becomes one of the programs: its process id is the program's.</summary>
    public static string[] Command(string program)
    {
        var path = Path.Combine(Find()!, program);
        return IsRoot ? ["setpriv", $"--reuid={Unprivileged}", $"--regid={Unprivileged}", "--init-groups", path] : [path];
    }

    // What is on PATH was put there on purpose. Debian and Fedora put none there: of theirs the newest version counts.
    private static string? Search() =>
        (Environment.GetEnvironmentVariable("PATH") ?? "")
            .Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
            .Concat(Versions("/usr/lib/postgresql", "bin"))
            .Concat(Versions("/usr", "bin", "pgsql-*"))
            .FirstOrDefault(folder => File.Exists(Path.Combine(folder, "initdb")) && File.Exists(Path.Combine(folder, "postgres")));

    private static IEnumerable<string> Versions(string root, string below, string pattern = "*") =>
        !Directory.Exists(root)
            ? []
            : Directory
                .EnumerateDirectories(root, pattern)
                .OrderByDescending(folder =>
                    double.TryParse(
                        Path.GetFileName(folder).Split('-')[^1],
                        System.Globalization.CultureInfo.InvariantCulture,
                        out var version
                    )
                        ? version
                        : 0
                )
                .Select(folder => Path.Combine(folder, below));

    /// <returns>The user's entry, of the system's own lifetime; 0 where there is no such user.</returns>
    [DllImport("libc", EntryPoint = "getpwnam", ExactSpelling = true)]
    private static extern nint GetUser([MarshalAs(UnmanagedType.LPUTF8Str)] string name);
}

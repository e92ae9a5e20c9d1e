using System.Diagnostics;

namespace Bench.PrivatePostgres;

/// <summary>Where PostgreSQL's programs are, and as whom they run.</summary>
internal static class PostgresBinaries
{
    private static readonly Lazy<string?> Folder = new(Search);
    private static readonly Lazy<string?> Other = new(() => Ask("id", "-u", "postgres") is null ? null : "postgres");

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

    private static string? Ask(string program, params string[] arguments)
    {
        try
        {
            using var process = Process.Start(
                new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true, RedirectStandardError = true }
            )!;
            var answer = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            return process.ExitCode == 0 ? answer : null;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return null;
        }
    }
}

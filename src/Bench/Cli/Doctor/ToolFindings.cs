using System.Globalization;
using System.Runtime.InteropServices;
using Bench.Processes;
using Bench.Reports;
using Bench.Runner;

namespace Bench.Cli.Doctor;

internal static class ToolFindings
{
    public static Finding Sdk(string folder, CancellationToken cancellationToken) =>
        Version("dotnet", folder, cancellationToken) is { } version
            ? new(".NET", Level.Fine, $"SDK {version}; this command runs on {RuntimeInformation.FrameworkDescription}")
            : new(".NET", Level.Disturbs, "not found: a check builds both builds with it", "install the SDK that builds your benchmarks");

    public static Finding Git(string folder, CancellationToken cancellationToken) =>
        Version("git", folder, cancellationToken) is { } version
            ? new("git", Level.Fine, version.Replace("git version ", "", StringComparison.Ordinal))
            : new("git", Level.Disturbs, "not on PATH: a check gets its baseline from it", "install git");

    public static Finding Builds(IReadOnlyDictionary<string, string> variables)
    {
        const string subject = "builds";
        try
        {
            if (BuildCache.FolderFrom(variables) is not { } folder)
                return new(subject, Level.Note, "off: each check makes both builds", $"unset {BuildCache.FolderVariable}");
            if (Path.Exists(folder) && !Directory.Exists(folder))
                throw new BuildCacheException($"{folder} is not a folder");
            if (!Directory.Exists(folder))
                return new(subject, Level.Fine, $"empty, in {folder}");
            var (programs, size) = BuildCache.Open(folder).Measure();
            return new(
                subject,
                Level.Fine,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{CountText.Of(programs, "build")}, {size / 1e6:0} MB, in {folder}; delete that folder to clear the cache"
                )
            );
        }
        catch (Exception e) when (e is BuildCacheException or IOException or UnauthorizedAccessException)
        {
            return new(
                subject,
                Level.Note,
                $"not usable, so each check makes both builds: {e.Message}",
                $"set {BuildCache.FolderVariable} to another folder"
            );
        }
    }

    private static string? Version(string program, string folder, CancellationToken cancellationToken)
    {
        try
        {
            var answer = ChildProcess.Run(program, folder, cancellationToken, "--version");
            return answer.ExitCode == 0 ? answer.Output.Trim() : null;
        }
        catch (BenchException)
        {
            return null;
        }
    }
}

using System.Globalization;
using System.Runtime.InteropServices;
using Bench.Processes;
using Bench.Runner;

namespace Bench.Doctor;

internal static class ToolFindings
{
    public static Finding Sdk(string folder, CancellationToken cancellationToken) =>
        Version("dotnet", folder, cancellationToken) is { } version
            ? new(".NET", Level.Fine, $"SDK {version}; this command runs on {RuntimeInformation.FrameworkDescription}")
            : new(".NET", Level.Disturbs, "no SDK here: a check builds both sides", "install the SDK that builds your benchmarks");

    public static Finding Git(string folder, CancellationToken cancellationToken) =>
        Version("git", folder, cancellationToken) is { } version
            ? new("git", Level.Fine, version.Replace("git version ", "", StringComparison.Ordinal))
            : new("git", Level.Disturbs, "none on PATH: a check has its baseline from it", "install git");

    public static Finding Builds(IReadOnlyDictionary<string, string> variables)
    {
        const string subject = "builds";
        try
        {
            if (BuildCache.FolderFrom(variables) is not { } folder)
                return new(subject, Level.Note, "no build cache: each check builds both sides", $"unset {BuildCache.FolderVariable}");
            if (Path.Exists(folder) && !Directory.Exists(folder))
                throw new BuildCacheException($"{folder} is no folder");
            if (!Directory.Exists(folder))
                return new(subject, Level.Fine, $"no builds in the build cache yet, {folder}");
            var (programs, size) = BuildCache.Open(folder).Measure();
            return new(
                subject,
                Level.Fine,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{programs} {(programs == 1 ? "build" : "builds")}, {size / 1e6:0} MB, in the build cache {folder}; delete that folder to clear it"
                )
            );
        }
        catch (Exception e) when (e is BuildCacheException or IOException or UnauthorizedAccessException)
        {
            return new(
                subject,
                Level.Note,
                $"no build cache, so each check builds both sides: {e.Message}",
                $"name another folder in {BuildCache.FolderVariable}"
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

using System.Runtime.InteropServices;
using Bench.Processes;

namespace Bench.Doctor;

/// <summary>What a check needs besides the machine.</summary>
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

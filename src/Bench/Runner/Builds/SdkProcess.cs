using System.Collections.Concurrent;
using System.Globalization;
using Bench.Processes;

namespace Bench.Runner;

/// <summary>Runs the SDK on PATH. Its processes end with this one, however it ends.</summary>
/// <param name="temporary">For the temporary files and for the pipe that ends the processes; null for neither.</param>
/// <param name="sharesCompiler">If true, a build starts a compiler server, which outlives the build and the folder.</param>
internal sealed class SdkProcess(string? temporary, bool sharesCompiler = false)
{
    private const int RuntimeOfHook = 8;

    private readonly ConcurrentDictionary<string, string?> versions = new(StringComparer.Ordinal);

    // Null if no SDK can build what is in the folder.
    public string? Version(string folder, CancellationToken cancellationToken) =>
        versions.GetOrAdd(BuildSurroundings.GlobalJson(folder), _ =>
            ChildProcess.Run("dotnet", folder, cancellationToken, "--version") is { ExitCode: 0 } answer ? answer.Output.Trim() : null
        );

    public ChildProcess Run(string folder, CancellationToken cancellationToken, params IEnumerable<string> arguments)
    {
        if (temporary is null)
            return ChildProcess.Run("dotnet", folder, cancellationToken, arguments);
        // An earlier runtime cannot load the hook and would not start.
        var isHooked =
            int.TryParse(Version(folder, cancellationToken)?.Split('.')[0], CultureInfo.InvariantCulture, out var major)
            && major >= RuntimeOfHook;
        using var lifeline = isHooked ? new LifelineServer(HostedProcess.PipeName(temporary)) : null;
        return ChildProcess.Run(
            "dotnet",
            folder,
            cancellationToken,
            start =>
            {
                lifeline?.Give(start);
                if (sharesCompiler)
                    return;
                // Other builds may unpack packages at the same time. NuGet's locks for that are in its usual folder.
                start.Environment.TryAdd("NUGET_SCRATCH", Path.Combine(Path.GetTempPath(), $"NuGetScratch{UserOfLocks}"));
                TemporaryFiles.Name(start.Environment, temporary);
            },
            process =>
            {
                if (!sharesCompiler)
                    LifelineServer.Own(process);
            },
            arguments
        );
    }

    // NuGet's own name for the folder ends like this.
    private static string UserOfLocks => OperatingSystem.IsLinux() ? Environment.UserName : "";
}

using System.Collections.Concurrent;
using System.Globalization;
using Bench.Processes;

namespace Bench.Runner;

/// <summary>Runs the SDK on PATH for builds, which end with this process, however that ends.</summary>
/// <param name="temporary">The folder for their temporary files and the pipe that ends them; null for neither.</param>
/// <param name="sharesCompiler">Whether they start a compiler server, which outlives them and the folder.</param>
internal sealed class SdkProcess(string? temporary, bool sharesCompiler = false)
{
    private const int RuntimeOfHook = 8;

    private readonly ConcurrentDictionary<string, string?> versions = new(StringComparer.Ordinal);

    /// <summary>The version of the SDK that builds what lies in a folder; null if there is none.</summary>
    public string? Version(string folder, CancellationToken cancellationToken) =>
        versions.GetOrAdd(BuildSurroundings.GlobalJson(folder), _ =>
            ChildProcess.Run("dotnet", folder, cancellationToken, "--version") is { ExitCode: 0 } answer ? answer.Output.Trim() : null
        );

    public ChildProcess Run(string folder, CancellationToken cancellationToken, params IEnumerable<string> arguments)
    {
        if (temporary is null)
            return ChildProcess.Run("dotnet", folder, cancellationToken, arguments);
        // An earlier runtime can't load the hook, and would not start.
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
                // Builds of others take packages out of archives at the same time, under locks that are there.
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

    // As NuGet calls the folder.
    private static string UserOfLocks => OperatingSystem.IsLinux() ? Environment.UserName : "";
}

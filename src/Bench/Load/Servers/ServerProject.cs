using System.Runtime.InteropServices;
using Bench.Processes;
using Bench.Runner;

namespace Bench.Load;

internal static class ServerProject
{
    // The error of a project with TargetFrameworks, even if it lists only one.
    private const string NeedsFramework = "NETSDK1129";

    /// <summary>Uses the SDK that the project's folder selects.</summary>
    /// <param name="framework">Target framework; null for the only one, or for the newest that can be built here.</param>
    /// <param name="temporary">Folder for the temporary files of the build; null for the shared one.</param>
    /// <returns>Path of the published program.</returns>
    public static string Publish(
        string project,
        string folder,
        IReadOnlyDictionary<string, string> properties,
        CancellationToken cancellationToken,
        string? framework = null,
        string? temporary = null
    )
    {
        var sdk = new SdkProcess(temporary);
        // Another framework need not be installed here, because the program includes it.
        var isSelfContained = properties.Keys.Any(name =>
            name.EndsWith("Framework", StringComparison.Ordinal) && name != "EntityFramework"
        );
        string[] options = isSelfContained ? ["--self-contained", "-r", RuntimeInformation.RuntimeIdentifier] : [];
        var path = Path.GetFullPath(project);
        var build = Build(framework);
        if (framework is null && BuildErrors.First(build)?.Contains(NeedsFramework, StringComparison.Ordinal) == true)
            build = Build(NewestFramework(sdk, path, cancellationToken));
        if (BuildErrors.First(build) is { } error)
            throw new LoadException($"{Path.GetFileName(project)} does not build: {error}");
        var built = new BuildProperties(build);
        var library = $"{built["AssemblyName"]}.dll";
        string[] programs = isSelfContained ? [built.Executable] : [library, built.Executable];
        return programs.Select(program => Path.Combine(folder, program)).FirstOrDefault(File.Exists)
            ?? throw new LoadException($"{Path.GetFileName(project)} publishes no {programs[0]}. Check that it is a web application.");

        ChildProcess Build(string? one) =>
            sdk.Run(
                // The global.json of this folder selects the SDK.
                Path.GetDirectoryName(path)!,
                cancellationToken,
                [
                    "publish",
                    path,
                    "-c",
                    "Release",
                    "-o",
                    Path.GetFullPath(folder),
                    "--nologo",
                    "-v",
                    "quiet",
                    // A build server that stays alive would disturb the measurement.
                    "-nodeReuse:false",
                    "-p:UseSharedCompilation=false",
                    .. one is null ? Array.Empty<string>() : ["-f", one],
                    .. options,
                    .. properties.Select(property => $"-p:{property.Key}={property.Value}"),
                    "-getProperty:AssemblyName,OutputType",
                ]
            );
    }

    private static string NewestFramework(SdkProcess sdk, string project, CancellationToken cancellationToken)
    {
        var evaluated = ProjectEvaluation.Run(sdk, Path.GetDirectoryName(project)!, [project], cancellationToken).Projects is [var only]
            ? only
            : throw new LoadException($"{Path.GetFileName(project)} is not a project that can be built");
        evaluated.EnsureMeasurable("the web application", framework: null);
        return evaluated.Measurable[0];
    }
}

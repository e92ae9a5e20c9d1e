using Bench.Processes;

namespace Bench.Runner;

internal static class ProgramBuild
{
    /// <summary>
    /// Builds a project as it would be measured, and copies the program: what is measured does not change when somebody builds again.
    /// </summary>
    /// <param name="side">What it is, for messages: the baseline, the candidate.</param>
    /// <param name="destination">A folder that does not exist yet.</param>
    /// <param name="framework">The target framework, for projects with several; null for the only or newest one.</param>
    /// <param name="variables">Environment variables for the program's processes, NAME=VALUE.</param>
    /// <param name="property">A property of the build, NAME=VALUE; null for none.</param>
    /// <exception cref="RunnerException">It does not build, or is no program.</exception>
    public static BenchmarkProgram Run(
        EvaluatedProject project,
        string side,
        string destination,
        string? framework,
        IReadOnlyList<string> variables,
        CancellationToken cancellationToken,
        string? property = null
    )
    {
        project.EnsureMeasurable(side, framework);
        // No server of the build stays behind to disturb what is measured.
        var build = ChildProcess.Run(
            "dotnet",
            Path.GetDirectoryName(project.Path)!,
            cancellationToken,
            [
                "build",
                project.Path,
                "-c",
                "Release",
                "-f",
                framework ?? project.Measurable[0],
                "-nologo",
                "-v",
                "quiet",
                "-nodeReuse:false",
                "-p:UseSharedCompilation=false",
                // A quarter of the time, and none of it changes the code.
                "-p:RunAnalyzers=false",
                "-p:NuGetAudit=false",
                // A program that is trimmed when it is published has it off.
                "-p:StartupHookSupport=true",
                .. property is null ? Array.Empty<string>() : [$"-p:{property}"],
                "-t:Build",
                "-getProperty:TargetPath,OutputType,SelfContained,AssemblyName",
            ]
        );
        if (BuildErrors.First(build) is { } error)
            throw new RunnerException($"{side} does not build: {error}");

        var properties = new BuildProperties(build);
        var path = properties["TargetPath"];
        var isProgram = new[] { "Exe", "WinExe" }.Contains(properties["OutputType"], StringComparer.OrdinalIgnoreCase);
        if (!isProgram || !File.Exists(path))
            throw new RunnerException($"{side}: {Path.GetFileName(project.Path)} is no program.");

        var copy = ProgramCopy.Create(Path.GetDirectoryName(path)!, destination);
        var isExecutable = properties["SelfContained"].Equals("true", StringComparison.OrdinalIgnoreCase);
        var file = isExecutable ? properties.Executable : Path.GetFileName(path);
        return new BenchmarkProgram(Path.Combine(copy, file), isExecutable, variables);
    }
}

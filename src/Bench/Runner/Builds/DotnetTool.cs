namespace Bench.Runner;

internal sealed class DotnetTool : IBuildTool
{
    // MSBuild's own property. If the environment sets it to true, builds share a compiler server, which outlives them.
    private const string SharedCompilation = "UseSharedCompilation";

    private readonly bool sharesCompiler;
    private readonly SdkProcess sdk;

    public DotnetTool(IReadOnlyDictionary<string, string> variables)
        : this(variables.GetValueOrDefault(SharedCompilation)?.Equals("true", StringComparison.OrdinalIgnoreCase) == true, null) { }

    private DotnetTool(bool sharesCompiler, string? temporary) =>
        (this.sharesCompiler, sdk) = (sharesCompiler, new SdkProcess(temporary, sharesCompiler));

    public IBuildTool In(string temporary) => new DotnetTool(sharesCompiler, temporary);

    public string? Version(string folder, CancellationToken cancellationToken) => sdk.Version(folder, cancellationToken);

    public EvaluatedProjects Evaluate(string folder, IReadOnlyList<string> projects, CancellationToken cancellationToken) =>
        ProjectEvaluation.Run(sdk, folder, projects, cancellationToken);

    public BuildProduct Build(ProgramRequest request, bool recordsInputs, CancellationToken cancellationToken)
    {
        var folder = Path.GetDirectoryName(request.Project.Path)!;
        var (start, hadOutput) = (DateTime.UtcNow, Directory.Exists(Path.Combine(folder, "bin")));
        using var inputs = new RecordedInputs($"{request.Destination}.inputs");
        // By default no build server stays alive, because it would disturb the measurement.
        var build = sdk.Run(
            folder,
            cancellationToken,
            [
                "build",
                request.Project.Path,
                "-c",
                "Release",
                "-f",
                request.TargetFramework,
                "-nologo",
                "-v",
                "quiet",
                "-nodeReuse:false",
                $"-p:{SharedCompilation}={(sharesCompiler ? "true" : "false")}",
                // Analyzers take a quarter of the build time and do not change the code.
                "-p:RunAnalyzers=false",
                "-p:NuGetAudit=false",
                // Programs that are trimmed when published switch it off.
                "-p:StartupHookSupport=true",
                .. request.Property is null ? Array.Empty<string>() : [$"-p:{request.Property}"],
                .. recordsInputs ? inputs.Options : [],
                "-t:Build",
                "-getProperty:TargetPath,OutputType,SelfContained,AssemblyName,ProjectAssetsFile",
            ]
        );
        if (BuildErrors.First(build) is { } error)
            throw new RunnerException($"{request.Side} does not build: {error}");

        var properties = new BuildProperties(build);
        var path = properties["TargetPath"];
        var isProgram = new[] { "Exe", "WinExe" }.Contains(properties["OutputType"], StringComparer.OrdinalIgnoreCase);
        if (!isProgram || !File.Exists(path))
            throw new RunnerException($"{request.Side}: {Path.GetFileName(request.Project.Path)} is not a program.");
        var isExecutable = properties["SelfContained"].Equals("true", StringComparison.OrdinalIgnoreCase);
        var output = Path.GetDirectoryName(path)!;
        return new BuildProduct(output, isExecutable ? properties.Executable : Path.GetFileName(path), isExecutable)
        {
            AssetsFile = properties["ProjectAssetsFile"],
            IsClean = !hadOutput && Directory.GetCreationTimeUtc(output) >= start,
            Inputs = inputs.Files,
            OtherPrograms = [.. inputs.Programs.Where(program => program != path)],
        };
    }
}

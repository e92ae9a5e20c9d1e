namespace Bench.Runner;

internal sealed class DotnetTool : IBuildTool
{
    // MSBuild's own property. If the environment sets it to true, builds share a compiler server, which outlives them.
    private const string SharedCompilation = "UseSharedCompilation";

    private static readonly string SelfContained = Path.Combine(AppContext.BaseDirectory, "SelfContained.props");

    private readonly IReadOnlyDictionary<string, string> variables;
    private readonly bool sharesCompiler;
    private readonly SdkProcess sdk;

    public DotnetTool(IReadOnlyDictionary<string, string> variables)
        : this(variables, null) { }

    private DotnetTool(IReadOnlyDictionary<string, string> variables, string? temporary)
    {
        this.variables = variables;
        sharesCompiler = variables.GetValueOrDefault(SharedCompilation)?.Equals("true", StringComparison.OrdinalIgnoreCase) == true;
        sdk = new SdkProcess(temporary, sharesCompiler);
    }

    public IBuildTool In(string temporary) => new DotnetTool(variables, temporary);

    public string? Version(string folder, CancellationToken cancellationToken) => sdk.Version(folder, cancellationToken);

    // Measured processes inherit the variable.
    public bool HasRuntime(Version version) =>
        variables.ContainsKey(ProgramRequest.RollForward)
        || Path.Combine(BuildSurroundings.DotnetRoot, "shared", "Microsoft.NETCore.App") is var folder
            && Directory.Exists(folder)
            && Directory.EnumerateDirectories(folder, FormattableString.Invariant($"{version.Major}.*")).Any();

    public EvaluatedProjects Evaluate(string folder, IReadOnlyList<string> projects, CancellationToken cancellationToken) =>
        ProjectEvaluation.Run(sdk, folder, projects, cancellationToken);

    public BuildProduct Build(ProgramRequest request, bool recordsInputs, CancellationToken cancellationToken)
    {
        var folder = Path.GetDirectoryName(request.Project.Path)!;
        var (start, hadOutput) = (DateTime.UtcNow, Directory.Exists(Path.Combine(folder, "bin")));
        using var inputs = new RecordedInputs($"{request.Destination}.inputs");
        // By default no build server stays alive, because it would disturb the measurement.
        var build = sdk.Run(folder, cancellationToken, OptionsOf(request, recordsInputs ? inputs.Options : []));
        if (BuildErrors.First(build) is { } error)
            throw new RunnerException(
                request.IsSelfContained && error.Contains("Microsoft.NETCore.App.Runtime.", StringComparison.Ordinal)
                    ? $"{request.Side}: the runtime of {request.TargetFramework} is not installed, and the package sources do not have it. Install it, or use a newer one with --env {ProgramRequest.RollForward}=Major: {error}"
                    : $"{request.Side} does not build: {error}"
            );

        var properties = new BuildProperties(build);
        var path = properties["TargetPath"];
        var isProgram = new[] { "Exe", "WinExe" }.Contains(properties["OutputType"], StringComparer.OrdinalIgnoreCase);
        if (!isProgram || !File.Exists(path))
            throw new RunnerException($"{request.Side}: {Path.GetFileName(request.Project.Path)} is not a program.");
        OtherPackages.EnsureUsed(request, properties["ProjectAssetsFile"]);
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

    private IEnumerable<string> OptionsOf(ProgramRequest request, IEnumerable<string> inputs) =>
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
            .. inputs,
            .. OtherPackages.Options(request.Packages, $"{request.Destination}.packages.targets"),
            .. request.IsSelfContained ? OptionsOfSelfContained(request) : [],
            // The lock files of the repository neither forbid nor record what is restored here only.
            .. request.Packages.Count > 0 || request.IsSelfContained
                ? ["-p:RestoreLockedMode=false", "-p:NuGetLockFilePath=obj/bench.packages.lock.json"]
                : Array.Empty<string>(),
            "-t:Build",
            "-getProperty:TargetPath,OutputType,SelfContained,AssemblyName,ProjectAssetsFile",
        ];

    private static string[] OptionsOfSelfContained(ProgramRequest request) =>
        [
            $"-p:AfterMicrosoftNetSdkProps={ProjectEvaluation.Escape(SelfContained)}",
            $"-p:BenchSelfContained={ProjectEvaluation.Escape(request.Project.Path)}",
            $"-p:BenchFramework={request.TargetFramework}",
        ];
}

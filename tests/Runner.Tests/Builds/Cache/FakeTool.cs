namespace Bench.Runner.Tests;

internal sealed class FakeTool : IBuildTool
{
    private int builds;
    private int evaluations;

    public string Sdk { get; set; } = "10.0.100";

    public int Builds => builds;

    public int Evaluations => evaluations;

    /// <summary>The content of the program's file; {root} is the top folder of the sources.</summary>
    public string Text { get; set; } = "a program";

    public Action<string> Meanwhile { get; set; } = _ => { };

    /// <summary>The files that the build read in addition to its project.</summary>
    public IReadOnlyList<string>? Inputs { get; set; } = [];

    public string Assets { get; set; } = AssetsOf("[1.2.3, )");

    public static string AssetsOf(string version, string logs = "") =>
        $$"""
            {
              "targets": { "net10.0": { "Some/1.2.3": { "type": "package", "dependencies": { "Other": "1.0.0" } } } },
              "libraries": {},
              "packageFolders": { "/packages/": {} },
              "project": { "frameworks": { "net10.0": { "dependencies": { "Some": { "target": "Package", "version": "{{version}}" } } } } },
              "logs": [{{logs}}]
            }
            """;

    public bool IsRuntimeInstalled { get; set; } = true;

    public bool HasRuntime(Version version) => IsRuntimeInstalled;

    public string? Version(string folder, CancellationToken cancellationToken) => Sdk;

    public EvaluatedProjects Evaluate(string folder, IReadOnlyList<string> projects, CancellationToken cancellationToken)
    {
        Interlocked.Increment(ref evaluations);
        return new EvaluatedProjects([.. projects.Select(ProjectOf)], null);
    }

    public BuildProduct Build(ProgramRequest request, bool recordsInputs, CancellationToken cancellationToken)
    {
        Interlocked.Increment(ref builds);
        var folder = Path.GetDirectoryName(request.Project.Path)!;
        var isClean = !Directory.Exists(Path.Combine(folder, "bin"));
        var output = Directory.CreateDirectory(Path.Combine(folder, "bin", "Release", request.TargetFramework)).FullName;
        Directory.CreateDirectory(Path.Combine(output, "data"));
        var root = ProgramCopy.WorkTreeOf(folder) ?? folder;
        File.WriteAllText(Path.Combine(output, "App.dll"), Text.Replace("{root}", root, StringComparison.Ordinal));
        File.WriteAllText(Path.Combine(output, "data", "input.txt"), "data");
        var assets = Path.Combine(Directory.CreateDirectory(Path.Combine(folder, "obj")).FullName, "project.assets.json");
        File.WriteAllText(assets, Assets);
        Meanwhile(folder);
        return new BuildProduct(output, "App.dll", false)
        {
            AssetsFile = assets,
            IsClean = isClean,
            Inputs = Inputs is null ? null : [request.Project.Path, .. Inputs],
        };
    }

    public static EvaluatedProject ProjectOf(string path) => new(path, [Framework(10), Framework(9)]);

    private static EvaluatedFramework Framework(int version) =>
        new($"net{version}.0", new Version(version, 0), new Version(10, 0), null, "Exe", ["BenchmarkDotNet"], []);
}

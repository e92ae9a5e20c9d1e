namespace Bench.Runner.Tests;

/// <summary>A repository with one project, its own build cache, and builds that cost nothing.</summary>
internal sealed class CachedBuilds : TemporaryFolderTests
{
    private int count;

    public CachedBuilds(bool isRepository = true)
    {
        Repository = Path.Combine(folder.Path, "repository");
        Write("App/App.csproj", "<Project Sdk=\"Microsoft.NET.Sdk\" />");
        Write("App/Program.cs", "return;");
        Write(".gitignore", "bin/\nobj/\n*.g.cs\n*.user\nignored/\n");
        if (isRepository)
        {
            MeasuredPrograms.GitIn(Repository, "init", "--quiet", "--initial-branch=main");
            MeasuredPrograms.CommitIn(Repository, "first");
        }

        Variables = new Dictionary<string, string> { [BuildCache.FolderVariable] = Cache, ["HOME"] = Path.Combine(folder.Path, "home") };
    }

    public string Repository { get; private set; }

    public string Cache => Path.Combine(folder.Path, "cache");

    public string Programs => Path.Combine(Cache, "programs");

    public string Outside => folder.Path;

    public Dictionary<string, string> Variables { get; }

    public FakeTool Tool { get; } = new();

    public List<string> Lines { get; } = [];

    public long MaxSize { get; set; } = BuildCache.DefaultMaxSize;

    public string Project => Path.Combine(Repository, "App", "App.csproj");

    public ProgramBuilder Builder() => new(Variables, Lines.Add, Tool) { MaxCacheSize = MaxSize };

    public void Write(string name, string text)
    {
        var path = Path.Combine(Repository, name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }

    /// <summary>Moves to another checkout of the same commit, without the output of builds.</summary>
    public void MoveTo(string name)
    {
        var to = Path.Combine(folder.Path, name);
        MeasuredPrograms.GitIn(folder.Path, "clone", "--quiet", Repository, to);
        MeasuredPrograms.GitIn(to, "remote", "remove", "origin");
        Repository = to;
    }

    public BuiltProgram Build(string? framework = null, string? property = null, params PackageVersion[] packages) =>
        Builder()
            .Build(
                new ProgramRequest(FakeTool.ProjectOf(Project), "the project", Path.Combine(folder.Path, $"program{count++}"))
                {
                    Description = "it",
                    Framework = framework,
                    Property = property,
                    Packages = packages,
                },
                TestContext.Current.CancellationToken
            );

    public string Entry() => Assert.Single(Directory.GetDirectories(Programs));
}

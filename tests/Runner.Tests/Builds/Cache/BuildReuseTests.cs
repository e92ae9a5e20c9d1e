namespace Bench.Runner.Tests;

[Trait("Category", "Process")]
public sealed class BuildReuseTests : IDisposable
{
    private readonly CachedBuilds builds = new();

    public void Dispose() => builds.Dispose();

    [Fact]
    public void The_same_sources_are_built_once()
    {
        var built = builds.Build();
        var reused = builds.Build();

        Assert.Equal(1, builds.Tool.Builds);
        Assert.NotEqual(built.Program.Path, reused.Program.Path);
        Assert.Equal("a program", File.ReadAllText(reused.Program.Path));
        Assert.Equal("data", File.ReadAllText(Path.Combine(reused.Output.Folder, "data", "input.txt")));
        Assert.Equal(
            [
                "Building it",
                $"The build cache is in {builds.Cache}. Delete that folder to clear the cache, or set BENCH_BUILD_CACHE=off.",
                "Reusing the build of it",
                $"The build cache is in {builds.Cache}. Delete that folder to clear the cache, or set BENCH_BUILD_CACHE=off.",
            ],
            builds.Lines
        );
    }

    [Fact]
    public void A_program_finds_the_files_of_the_sources_that_are_there_now()
    {
        builds.Build();
        builds.Write("data/later.txt", "later");
        MeasuredPrograms.CommitIn(builds.Repository, "second");
        builds.Build();

        var reused = builds.Build();

        // As deep as BenchmarkDotNet's own copies.
        var root = Enumerable.Range(0, 8).Aggregate(reused.Output.Folder, (folder, _) => Path.GetDirectoryName(folder)!);
        Assert.True(File.Exists(Path.Combine(root, "data", "later.txt")), root);
    }

    private static readonly Dictionary<string, Action<CachedBuilds>> Steps = new()
    {
        ["a source"] = builds => builds.Write("App/Program.cs", "return ;"),
        ["a source that git does not know"] = builds => builds.Write("App/More.cs", ""),
        ["a source that git ignores"] = builds => builds.Write("App/More.g.cs", ""),
        ["settings that git ignores"] = builds => builds.Write("App/App.csproj.user", "<Project />"),
        ["data that git ignores, and a link to it"] = builds => builds.Write("ignored/data.txt", "1"),
        ["a commit without a change"] = builds => MeasuredPrograms.CommitStagedIn(builds.Repository, "third", "--allow-empty"),
        ["a tag"] = builds => MeasuredPrograms.GitIn(builds.Repository, "tag", "v1"),
        ["an SDK"] = builds => builds.Tool.Sdk = "10.0.200",
        ["a variable of the SDK"] = builds => builds.Variables["DOTNET_Something"] = "1",
        ["a variable that a project names"] = builds => builds.Variables["some_name"] = "1",
        ["a variable that the SDK names"] = builds => builds.Variables["optimize"] = "false",
        ["a variable that a file above names"] = builds => builds.Variables["ABOVE"] = "1",
        ["a variable of what the build starts"] = builds => builds.Variables["ANY"] = "1",
        ["a file above"] = builds => File.WriteAllText(Path.Combine(builds.Outside, "Directory.Build.props"), "<Project />"),
        ["the user's feeds"] = builds =>
            File.WriteAllText(
                Path.Combine(Directory.CreateDirectory(Path.Combine(builds.Variables["HOME"], ".nuget", "NuGet")).FullName, "NuGet.Config"),
                "<configuration />"
            ),
        ["a framework"] = _ => { },
        ["a property"] = _ => { },
        ["a package"] = _ => { },
        ["a runtime"] = builds => builds.Tool.IsRuntimeInstalled = false,
    };

    public static TheoryData<string> Changes => [.. Steps.Keys];

    [Theory]
    [MemberData(nameof(Changes))]
    public void What_decides_a_build_makes_another_one(string change)
    {
        builds.Write(
            "App/App.csproj",
            change == "a variable of what the build starts"
                ? "<Project><Target Name=\"T\"><Exec Command=\"true\" /></Target></Project>"
                : "<Project><PropertyGroup><X>$(SOME_NAME)</X></PropertyGroup></Project>"
        );
        builds.Tool.Sdk = Path.GetFileName(Directory.GetDirectories(Path.Combine(BuildSurroundings.DotnetRoot, "sdk")).Max()!);
        File.WriteAllText(
            Path.Combine(builds.Outside, "Directory.Build.targets"),
            "<Project><PropertyGroup><X>$(ABOVE)</X></PropertyGroup></Project>"
        );
        builds.Write("ignored/data.txt", "");
        File.CreateSymbolicLink(Path.Combine(builds.Repository, "App", "Linked.cs"), "../ignored/data.txt");
        MeasuredPrograms.CommitIn(builds.Repository, "second");
        builds.Build();
        Steps[change](builds);

        builds.Build(
            change == "a framework" ? "net9.0" : null,
            change == "a property" ? "A=B" : null,
            change == "a package" ? [new PackageVersion("Some", "1.2.3")] : []
        );

        Assert.Equal(2, builds.Tool.Builds);
        if (change is not ("a framework" or "a property" or "a package"))
        {
            builds.Build();
            Assert.Equal(2, builds.Tool.Builds);
        }
    }

    [Theory]
    [InlineData("a run's results")]
    [InlineData("a variable that nobody reads")]
    [InlineData("what builds leave")]
    public void What_decides_no_build_makes_no_other_one(string change)
    {
        builds.Build();
        if (change == "a run's results")
            builds.Write("BenchmarkDotNet.Artifacts/gate/results.json", "{}");
        else if (change == "what builds leave")
            builds.Write("App/obj/Some.cs", "");
        else
            builds.Variables["SOME_NAME"] = "1";

        builds.Build();

        Assert.Equal(1, builds.Tool.Builds);
    }

    [Fact]
    public void A_program_that_does_not_name_its_sources_is_used_wherever_they_are()
    {
        builds.Build();
        var before = builds.Repository;
        builds.MoveTo("elsewhere");
        var reused = builds.Build();
        Assert.Equal(1, builds.Tool.Builds);
        Assert.Equal((builds.Repository, before), (reused.Output.SourceRoot, reused.Output.BuiltIn));
    }

    [Fact]
    public void A_program_that_names_its_sources_is_used_where_they_were()
    {
        builds.Tool.Text = "it reads {root}/data/input.txt";
        builds.Build();
        var before = builds.Repository;
        builds.Build();
        Assert.Equal(1, builds.Tool.Builds);

        builds.MoveTo("elsewhere");
        var other = builds.Build();

        Assert.Equal(2, builds.Tool.Builds);
        Assert.Contains(builds.Repository, File.ReadAllText(other.Program.Path));
        Assert.DoesNotContain(before + "/", File.ReadAllText(other.Program.Path));
    }

    [Fact]
    public void Projects_are_evaluated_once()
    {
        for (var i = 0; i < 2; i++)
        {
            var project = builds.Builder().EvaluateOne(builds.Project, "it", TestContext.Current.CancellationToken);
            Assert.Equal(builds.Project, project.Path);
            Assert.Equal(["net10.0", "net9.0"], project.Measurable);
        }

        Assert.Equal(1, builds.Tool.Evaluations);
        builds.Write("Directory.Build.props", "<Project />");
        builds.Builder().EvaluateOne(builds.Project, "it", TestContext.Current.CancellationToken);
        Assert.Equal(2, builds.Tool.Evaluations);
    }

    [Fact]
    public void A_folder_outside_of_git_is_known_by_its_files()
    {
        using var outside = new CachedBuilds(isRepository: false);
        outside.Build();
        var reused = outside.Build();
        Assert.Equal(1, outside.Tool.Builds);
        Assert.Equal("a program", File.ReadAllText(reused.Program.Path));

        outside.Write("App/Program.cs", "return ;");
        outside.Build();

        Assert.Equal(2, outside.Tool.Builds);
    }
}

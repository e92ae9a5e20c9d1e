using System.Text.Json.Nodes;
using Bench.Cli.Init;

namespace Bench.Tests;

[Trait("Category", "Process")]
public sealed class InitTests : FolderTests
{
    private const string Program = """
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework></PropertyGroup>
          <ItemGroup><PackageReference Include="BenchmarkDotNet" Version="0.15.8" /></ItemGroup>
        </Project>
        """;

    public InitTests()
    {
        folder.Git("init", "--quiet");
        folder.Write("perf/My.Benchmarks/My.Benchmarks.csproj", Program);
    }

    [Fact]
    public void It_finds_the_program_and_writes_what_a_check_needs()
    {
        var run = InitWith(TestBuilds.Builder, folder.Root, "--no-measure");

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.StartsWith("Benchmark project: perf/My.Benchmarks/My.Benchmarks.csproj\n  created    bench.json\n", run.Output);
        Assert.Contains("bench gate --baseline HEAD", run.Output);
        Assert.Equal("perf/My.Benchmarks/My.Benchmarks.csproj", Settings.Read(Path.Combine(folder.Root, Settings.FileName)).Project);
        Assert.Equal(
            [
                CiTemplates.CommentScript,
                ".github/workflows/benchmarks-comment.yml",
                ".github/workflows/benchmarks-history.yml",
                ".github/workflows/benchmarks.yml",
                "bench.json",
            ],
            Written()
        );
        var version = typeof(CiTemplates).Assembly.GetName().Version!.ToString(3);
        Assert.Contains(
            $"dotnet tool install Bench.Tool --version \"${{version:-{version}}}\" --tool-path",
            Text(".github/workflows/benchmarks.yml")
        );
        Assert.Contains("  created    .config/dotnet-tools.json\n", run.Output);
        var tool = JsonNode.Parse(Text(".config/dotnet-tools.json"))!["tools"]!["bench.tool"]!;
        Assert.Equal((version, "bench"), ((string?)tool["version"], (string?)tool["commands"]![0]));
    }

    [Theory]
    [InlineData("dotnet-tools.json", "docfx", "  kept       dotnet-tools.json: run dotnet tool install Bench.Tool --version ")]
    [InlineData(".config/dotnet-tools.json", "bench.tool", "  unchanged  .config/dotnet-tools.json\n")]
    public void A_manifest_of_tools_that_exists_stays(string path, string tool, string line)
    {
        var own = $"{{ \"version\": 1, \"tools\": {{ \"{tool}\": {{ \"version\": \"9.9.9\", \"commands\": [\"x\"] }} }} }}";
        folder.Write(path, own);
        var run = Init();
        Assert.Equal(own, Text(path));
        Assert.Contains(line, run.Output);
        Assert.DoesNotContain("created    .config", run.Output);
    }

    [Fact]
    public void So_many_machines_measure_each_benchmark_as_it_is_told()
    {
        Assert.Equal(0, Init("--replicates 3").ExitCode);
        Assert.Contains(" --replicates 3 ", Text(".github/workflows/benchmarks.yml"));
        var wrong = Init("--replicates 6");
        Assert.Equal(2, wrong.ExitCode);
        Assert.Contains("--replicates: 6 is out of range. Use 1 to 5", wrong.Error);
    }

    [Fact]
    public void The_workflows_take_the_command_from_the_feed_that_is_named()
    {
        var run = Init("--source https://feed.example/v3/index.json");

        Assert.Equal(0, run.ExitCode);
        Assert.Contains(
            "--tool-path \"$RUNNER_TEMP/bench\" --source \"https://feed.example/v3/index.json\"",
            Text(".github/workflows/benchmarks.yml")
        );
        Assert.Contains(
            "from https://feed.example/v3/index.json. Pull requests can only be checked after it is published there.",
            run.Output
        );

        var wrong = Init("--source", "https://feed.example/\"; id #");

        Assert.Equal(2, wrong.ExitCode);
        Assert.Contains("is not the URL of a feed", wrong.Error);
    }

    [Fact]
    public void What_exists_stays_and_what_would_be_different_is_shown()
    {
        Init();
        const string own = "{\n  \"project\": \"perf/My.Benchmarks/My.Benchmarks.csproj\",\n  \"margin\": \"9%\"\n}\n";
        folder.Write("bench.json", own);
        File.Delete(Path.Combine(folder.Root, ".github/workflows/benchmarks.yml"));

        var run = Init();

        Assert.Equal(0, run.ExitCode);
        Assert.Equal(own, Text("bench.json"));
        Assert.Contains("  kept       bench.json: it exists and differs from the new text (+):\n", run.Output);
        Assert.Contains("      -  \"margin\": \"9%\"\n      +  \"margin\": \"5%\"\n", run.Output);
        Assert.Contains("  created    .github/workflows/benchmarks.yml\n", run.Output);
        Assert.Contains("  unchanged  .github/workflows/benchmarks-comment.yml\n", run.Output);
    }

    [Theory]
    [InlineData(".gitlab-ci.yml", ".gitlab/benchmarks.yml", "include: { local: .gitlab/benchmarks.yml }")]
    [InlineData("azure-pipelines.yml", "azure-pipelines-benchmarks.yml", "build validation policy")]
    [InlineData(".github/CODEOWNERS", ".github/workflows/benchmarks.yml", "Every later pull request is checked")]
    public void It_writes_for_what_the_repository_uses(string existing, string written, string next)
    {
        folder.Write(existing, "");
        Assert.Contains(next, Init().Output);
        Assert.Contains(written, Written());
    }

    [Fact]
    public void It_works_from_a_folder_below_and_for_a_service_that_is_named()
    {
        Assert.Equal(0, InitIn(Path.Combine(folder.Root, "perf"), "--no-measure --ci gitlab").ExitCode);
        Assert.Equal([".gitlab/benchmarks.yml", "bench.json"], Written());
    }

    [Fact]
    public void Of_several_programs_that_named_like_benchmarks_is_taken_and_the_others_are_told()
    {
        folder.Write("demo/Demo.csproj", Program);
        folder.Write("other/Other.csproj", Program);

        var several = Init();
        var named = Init("--project other/Other.csproj");
        var wrong = Init("--project nowhere.csproj");

        Assert.Equal((0, 0, 2), (several.ExitCode, named.ExitCode, wrong.ExitCode));
        Assert.StartsWith(
            """
            Benchmark project: perf/My.Benchmarks/My.Benchmarks.csproj
              other project, for bench init --project: demo/Demo.csproj
              other project, for bench init --project: other/Other.csproj
              created    bench.json

            """,
            several.Output
        );
        Assert.Equal("perf/My.Benchmarks/My.Benchmarks.csproj", Settings.Read(Path.Combine(folder.Root, Settings.FileName)).Project);
        Assert.StartsWith("Benchmark project: other/Other.csproj\n  kept", named.Output);
        Assert.Contains("nowhere.csproj does not exist", wrong.Error);
    }

    [Theory]
    [InlineData("github", ".github/workflows/benchmarks.yml", "submodules: recursive")]
    [InlineData("azure", "azure-pipelines-benchmarks.yml", "submodules: recursive")]
    [InlineData("gitlab", ".gitlab/benchmarks.yml", "GIT_SUBMODULE_STRATEGY: recursive")]
    public void Workflows_get_the_submodules_of_a_repository_that_has_some(string system, string file, string line)
    {
        Assert.Equal(0, Init("--ci", system).ExitCode);
        Assert.DoesNotContain("submodule", Text(file), StringComparison.OrdinalIgnoreCase);
        File.Delete(Path.Combine(folder.Root, file));
        folder.Write(".gitmodules", "");
        Assert.Equal(0, Init("--ci", system).ExitCode);
        Assert.Contains(line, Text(file));
    }

    [Fact]
    public void Why_no_project_is_found_is_told()
    {
        File.Delete(Path.Combine(folder.Root, "perf/My.Benchmarks/My.Benchmarks.csproj"));
        folder.Write(".gitmodules", "[submodule \"deps/benchmarks\"]\n\tpath = deps/benchmarks\n\turl = ./nowhere\n");
        folder.Git("update-index", "--add", "--cacheinfo", "160000,0123456789012345678901234567890123456789,deps/benchmarks");

        var withoutModule = InitWith(TestBuilds.Builder, folder.Root, "--no-measure");
        folder.Write("perf/My.Benchmarks/My.Benchmarks.csproj", Program);
        folder.Write("global.json", """{ "sdk": { "version": "99.0.100" } }""");
        var withoutSdk = InitWith(TestBuilds.Builder, folder.Root, "--no-measure");

        Assert.Equal((2, 2), (withoutModule.ExitCode, withoutSdk.ExitCode));
        Assert.Contains(
            "but some submodules are missing (deps/benchmarks). Run git submodule update --init --recursive.",
            withoutModule.Error
        );
        Assert.Contains("can be read: global.json requires the SDK 99.0.100, which is not installed.", withoutSdk.Error);
        Assert.DoesNotContain("refers to BenchmarkDotNet", withoutSdk.Error);
    }

    [Fact]
    public void A_service_without_benchmarks_is_checked_under_load_alone()
    {
        File.Delete(Path.Combine(folder.Root, "perf/My.Benchmarks/My.Benchmarks.csproj"));
        const string own = """{"load":[{"name":"orders","project":"src/Shop/Shop.csproj","path":"/orders"}]}""";
        folder.Write("bench.json", own);

        var run = Init();
        var elsewhere = Init("--ci gitlab");
        var chosen = Init("--filter *Parse*");

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.Contains("bench load gate --baseline HEAD --endpoint orders ", run.Output);
        Assert.Equal(own, Text("bench.json"));
        var workflow = Yaml.Read(Text(".github/workflows/benchmarks.yml"));
        Assert.Equal(["load", "verdict"], workflow["jobs"]!.AsObject().Select(job => job.Key));
        Assert.Equal("benchmarks", (string?)workflow["name"]);
        var comment = Text(".github/workflows/benchmarks-comment.yml");
        Assert.Contains("workflows: [benchmarks]", comment);
        Assert.Contains("LOADS:", comment);
        Assert.DoesNotContain("FIGURES", comment);
        Assert.Single(Yaml.Objects(Yaml.Read(comment)), step =>
            (string?)step["uses"] is { } action && action.Contains("download-artifact")
        );
        Assert.DoesNotMatch("@[A-Z_]+@", comment + Text(".github/workflows/benchmarks.yml"));
        Assert.Equal((2, 2), (elsewhere.ExitCode, chosen.ExitCode));
        Assert.Contains("for GitHub only", elsewhere.Error);
        Assert.Contains("no project in", chosen.Error);
    }

    [Fact]
    public void Outside_of_a_repository_it_says_so()
    {
        using var none = new Folder();
        var run = InitIn(none.Root, "--no-measure");
        Assert.Equal(2, run.ExitCode);
        Assert.Contains("is not in a git work tree", run.Error);
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(3, 1)]
    [InlineData(31, 2)]
    [InlineData(10_000, 8)]
    public void Benchmarks_are_divided_by_their_number(int benchmarks, int shards) => Assert.Equal(shards, InitVerb.ShardsFor(benchmarks));

    private BenchProgram.Finished Init(params string[] arguments) => InitIn(folder.Root, ["--no-measure", .. arguments]);

    private static BenchProgram.Finished InitIn(string where, params string[] arguments) =>
        InitWith(new MadeUpPrograms(), where, arguments);

    private static BenchProgram.Finished InitWith(IProgramBuilder builder, string where, params string[] arguments)
    {
        var run = BenchProgram.Run(BenchProgram.Context(where) with { Builder = builder }, ["init", .. arguments]);
        return run with { Output = run.Output.ReplaceLineEndings("\n") };
    }

    private string Text(string path) => File.ReadAllText(Path.Combine(folder.Root, path));

    private string[] Written() =>
        [
            .. Directory
                .EnumerateFiles(folder.Root, "*", SearchOption.AllDirectories)
                .Select(file => Path.GetRelativePath(folder.Root, file).Replace('\\', '/'))
                .Where(file =>
                    file == "bench.json" || file.Contains("benchmarks", StringComparison.Ordinal) || file == CiTemplates.CommentScript
                )
                .Where(file => !file.StartsWith(".git/", StringComparison.Ordinal))
                .Order(StringComparer.Ordinal),
        ];
}

namespace Bench.Runner.Tests;

[Trait("Category", "Process")]
public sealed class BenchmarkProjectTests : FolderTests
{
    private const string Executable = "<PropertyGroup><OutputType>Exe</OutputType></PropertyGroup>";
    private const string Reference = """<ItemGroup><PackageReference Include="BenchmarkDotNet" /></ItemGroup>""";

    [Fact]
    public void Programs_are_found_however_they_come_by_BenchmarkDotNet()
    {
        Project("direct/Direct.fsproj", Executable + Reference);
        Project("Perf/Perf.vbproj", "<PropertyGroup><OutputType>WinExe</OutputType></PropertyGroup>" + Reference);
        Project(
            "tests/MadeByTestSdk.csproj",
            """<ItemGroup><PackageReference Include="Microsoft.NET.Test.Sdk" /></ItemGroup>""" + Reference
        );
        Project("below/Directory.Build.props", Reference);
        Project("below/one/FromDirectoryProps.csproj", Executable);
        Project("below/one/Library.csproj", "");
        Project("eng/Common.targets", Executable + Reference);
        Project("imports/Imports.csproj", """<Import Project="../eng/Common.targets" />""");
        Project("common/Common.csproj", Reference);
        Project("common/Middle.csproj", ReferenceTo("Common.csproj"));
        Project("through/ThroughLibrary.csproj", Executable + ReferenceTo("../common/Middle.csproj"));
        Project("several/OneOfItsFrameworks.csproj", Several("<OutputType>Exe</OutputType>") + Reference);

        Project(
            "common/TestsOfCommon.csproj",
            """<ItemGroup><PackageReference Include="Microsoft.NET.Test.Sdk" /></ItemGroup>""" + ReferenceTo("Common.csproj")
        );
        Project("starter/StartsAnother.csproj", Executable + ReferenceTo("../direct/Direct.fsproj"));
        Project(
            "analyzer/OrdersTheBuild.csproj",
            Executable + """<ItemGroup><ProjectReference Include="../common/Common.csproj" ReferenceOutputAssembly="false" /></ItemGroup>"""
        );
        Project(
            "off/SwitchedOff.csproj",
            Executable + Reference.Replace("<ItemGroup>", "<ItemGroup Condition=\"false\">", StringComparison.Ordinal)
        );
        Project("other/Other.csproj", Executable);
        Project("direct/bin/Copy.csproj", Executable + Reference);
        Project(".hidden/Copy.csproj", Executable + Reference);
        Project("module/Foreign.csproj", Executable + Reference);
        folder.Write("module/.git", "gitdir: elsewhere");
        folder.Write("broken/Broken.csproj", $"<Project>{Reference}");

        var error = Assert.Throws<RunnerException>(() =>
            BenchmarkProject.Find(folder.Root, folder.Root, TestBuilds.WithoutCache, TestContext.Current.CancellationToken)
        );

        Assert.Contains("7 programs refer to BenchmarkDotNet", error.Message);
        Assert.Equal(
            [
                "Perf/Perf.vbproj",
                "below/one/FromDirectoryProps.csproj",
                "direct/Direct.fsproj",
                "imports/Imports.csproj",
                "several/OneOfItsFrameworks.csproj",
                "tests/MadeByTestSdk.csproj",
                "through/ThroughLibrary.csproj",
            ],
            error.Choices.Select(choice => choice["--project ".Length..].Replace('\\', '/'))
        );
    }

    [Theory]
    [InlineData("bench/Own.csproj", "bench/Own.csproj", "bench/Own.csproj", "other/Other.csproj")]
    [InlineData("bench/Own.csproj", "src/deep/Own.csproj", "src/deep/Own.csproj", "other/Other.csproj")]
    [InlineData("bench/Own.csproj", "perf/Old.csproj", "perf/Old.csproj")]
    public void A_project_that_has_moved_is_found_in_the_baseline(string candidate, string expected, params string[] baseline)
    {
        foreach (var path in baseline)
            Project(path, Executable + Reference);
        var found = BenchmarkProject.InBaseline(folder.Root, candidate, TestBuilds.WithoutCache, TestContext.Current.CancellationToken);
        Assert.Equal(expected, Path.GetRelativePath(folder.Root, found.Path).Replace('\\', '/'));
    }

    [Theory]
    [InlineData("one/Own.csproj", "two/Own.csproj")]
    [InlineData("one/One.csproj", "two/Two.csproj")]
    [InlineData]
    public void Where_the_baseline_does_not_say_which_project_it_was_none_is_guessed(params string[] baseline)
    {
        foreach (var path in baseline)
            Project(path, Executable + Reference);
        var error = Assert.Throws<RunnerException>(() =>
            BenchmarkProject.InBaseline(folder.Root, "bench/Own.csproj", TestBuilds.WithoutCache, TestContext.Current.CancellationToken)
        );
        Assert.Contains("no project Own.csproj", error.Message);
    }

    [Fact]
    public void A_solution_filter_chooses_among_programs_and_frameworks_are_those_of_the_project()
    {
        Project("one/One.csproj", Executable + Reference);
        Project("two/Two.csproj", Several("<OutputType>Exe</OutputType>") + Reference);
        folder.Write("All.slnx", """<Solution><Project Path="one/One.csproj" /><Project Path="two/Two.csproj" /></Solution>""");
        var filter = folder.Write("Some.slnf", """{"solution":{"path":"All.slnx","projects":["two\\Two.csproj"]}}""");

        var found = BenchmarkProject.Named(filter, folder.Root, TestBuilds.WithoutCache, TestContext.Current.CancellationToken);

        Assert.Equal(Path.Combine(folder.Root, "two", "Two.csproj"), found.Path);
        Assert.Equal(["net48", "net8.0", "net10.0"], found.Frameworks.Select(framework => framework.Name));
        Assert.Equal(["net10.0", "net8.0"], found.Measurable);
        Assert.Equal([false, false, true], found.Frameworks.Select(framework => framework.IsProgram));
    }

    // The import is computed, so no text shows which projects import the file.
    [Fact]
    public void A_folder_is_searched_and_an_import_by_a_computed_name_is_followed()
    {
        Project(
            "repository/Directory.Build.targets",
            """<Import Project="$(MSBuildThisFileDirectory)eng/$(Kind).targets" Condition="'$(Kind)' != ''" />"""
        );
        Project("repository/eng/Benchmark.targets", Executable + Reference);
        Project("repository/a b;c%/Computed.csproj", "<PropertyGroup><Kind>Benchmark</Kind></PropertyGroup>");
        Project("repository/Other/Other.csproj", Executable);

        var found = BenchmarkProject.Named(
            Path.Combine(folder.Root, "repository"),
            folder.Root,
            TestBuilds.WithoutCache,
            TestContext.Current.CancellationToken
        );

        Assert.Equal(Path.Combine(folder.Root, "repository", "a b;c%", "Computed.csproj"), found.Path);
    }

    [Fact]
    public void None_and_an_SDK_that_is_not_installed_are_errors_that_say_so()
    {
        var none = Assert.Throws<RunnerException>(() =>
            BenchmarkProject.Find(folder.Root, folder.Root, TestBuilds.WithoutCache, TestContext.Current.CancellationToken)
        );
        Project("a/A.csproj", Executable + Reference);
        folder.Write("global.json", """{"sdk":{"version":"99.0.100"}}""");
        var missing = Assert.Throws<RunnerException>(() =>
            BenchmarkProject.Find(folder.Root, folder.Root, TestBuilds.WithoutCache, TestContext.Current.CancellationToken)
        );

        Assert.Contains("Name it with --project", none.Message);
        Assert.Contains("global.json requires the SDK 99.0.100, which is not installed", missing.Message);
    }

    private void Project(string name, string content) =>
        folder.Write(
            name,
            Path.GetExtension(name) is ".props" or ".targets"
                ? $"<Project>{content}</Project>"
                : $"""<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>{content}</Project>"""
        );

    private static string ReferenceTo(string project) => $"""<ItemGroup><ProjectReference Include="{project}" /></ItemGroup>""";

    private static string Several(string ofTheLast) =>
        $"""
            <PropertyGroup><TargetFramework /><TargetFrameworks>net48;net8.0;net10.0</TargetFrameworks></PropertyGroup>
            <PropertyGroup Condition="'$(TargetFramework)' == 'net10.0'">{ofTheLast}</PropertyGroup>
            """;
}

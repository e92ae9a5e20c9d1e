namespace Bench.Runner.Tests;

[Trait("Category", "Process")]
public sealed class OtherBuildTests : FolderTests
{
    public OtherBuildTests()
    {
        Write("Directory.Build.props", "<Project />");
        Write(
            "Directory.Packages.props",
            """
            <Project>
              <PropertyGroup><ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally></PropertyGroup>
              <ItemGroup>
                <PackageVersion Include="BenchmarkDotNet" Version="[0.15.8]" />
                <PackageVersion Include="Newtonsoft.Json" Version="13.0.3" />
              </ItemGroup>
            </Project>
            """
        );
        Write(
            "App/App.csproj",
            """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFrameworks>net9.0;net10.0</TargetFrameworks>
                <RestorePackagesWithLockFile>true</RestorePackagesWithLockFile>
                <RestoreLockedMode>true</RestoreLockedMode>
              </PropertyGroup>
              <ItemGroup>
                <PackageReference Include="BenchmarkDotNet" />
                <PackageReference Include="Newtonsoft.Json" />
                <ProjectReference Include="../Library/Library.csproj" />
              </ItemGroup>
            </Project>
            """
        );
        Write(
            "App/Rows.cs",
            """
            using BenchmarkDotNet.Attributes;
            using BenchmarkDotNet.Running;

            BenchmarkSwitcher.FromAssembly(typeof(Rows).Assembly).Run(args);

            public class Rows
            {
                [Benchmark]
                public string Runtime() => System.Environment.Version.Major == 9 ? Library.Text() : throw new System.Exception("another runtime");
            }
            """
        );
        Write(
            "Library/Library.csproj",
            """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup><TargetFramework>netstandard2.0</TargetFramework></PropertyGroup>
              <ItemGroup><PackageReference Include="Newtonsoft.Json" VersionOverride="13.0.3" /></ItemGroup>
            </Project>
            """
        );
        Write(
            "Library/Library.cs",
            "public static class Library { public static string Text() => Newtonsoft.Json.JsonConvert.SerializeObject(new[] { 1 }); }"
        );
    }

    [Fact]
    public void A_runtime_that_is_not_installed_is_part_of_the_program()
    {
        Assert.SkipWhen(new DotnetTool(TestBuilds.Variables("off")).HasRuntime(new Version(9, 0)), "the runtime of .NET 9 is installed");
        var built = Build("net9.0");

        Assert.True(built.Program.IsExecutable);
        Assert.Equal("net9.0", built.Output.Framework);
        using var process = HostedProcess.Start(built.Program, [], TestContext.Current.CancellationToken);
        var listed = process.List(BenchmarkFilter.All);
        Assert.StartsWith(".NET 9.0", listed.Environment.Runtime);
        process.Open(Assert.Single(listed.Benchmarks));
        process.Run(1);
        process.Close();
        EnsureSourcesAreUnchanged();
    }

    [Theory]
    [InlineData("newtonsoft.json@13.0.4", null)]
    [InlineData("Newtonsoft.Json@13.0.3999", "the candidate does not build: .*NU1102.*13\\.0\\.3999")]
    [InlineData("Serilog@4.3.0", "App.csproj does not use the package Serilog. It refers to BenchmarkDotNet, Newtonsoft.Json.")]
    public void A_package_is_replaced_in_all_projects(string package, string? mistake)
    {
        if (mistake is not null)
        {
            Assert.Matches(mistake, Assert.Throws<RunnerException>(() => Build("net10.0", package)).Message);
            return;
        }

        var built = Build("net10.0", package);

        Assert.Contains("Newtonsoft.Json/13.0.4\"", File.ReadAllText(Path.Combine(built.Output.Folder, "App.deps.json")));
        EnsureSourcesAreUnchanged();
    }

    private BuiltProgram Build(string framework, params string[] packages)
    {
        try
        {
            var project = TestBuilds.WithoutCache.EvaluateOne(
                Path.Combine(folder.Root, "App", "App.csproj"),
                "it",
                TestContext.Current.CancellationToken
            );
            return TestBuilds.WithoutCache.Build(
                new ProgramRequest(project, "the candidate", Path.Combine(folder.Root, "built"))
                {
                    Framework = framework,
                    Packages = [.. packages.Select(package => PackageVersion.Parse(package)!)],
                },
                TestContext.Current.CancellationToken
            );
        }
        catch (RunnerException e) when (e.Message.Contains("the package sources do not have it", StringComparison.Ordinal))
        {
            Assert.Skip(e.Message);
            throw;
        }
    }

    private void EnsureSourcesAreUnchanged() =>
        Assert.Empty(Directory.EnumerateFiles(folder.Root, "packages.lock.json", SearchOption.AllDirectories));

    private void Write(string file, string text) => folder.Write(file, text);
}

namespace Bench.Runner.Tests;

public sealed class OtherPackagesTests : TemporaryFolderTests
{
    [Theory]
    [InlineData("Direct", "2.0")]
    [InlineData("direct", "2.0.0")]
    public void A_package_that_the_build_used_is_accepted(string name, string version) => Ensure(name, version);

    [Theory]
    [InlineData(
        "Unknown",
        "1.0.0",
        "--package Unknown@1.0.0: App.csproj does not use the package Unknown. It refers to BenchmarkDotNet, Direct."
    )]
    // A project of the same solution does not count as a package.
    [InlineData("Library", "1.0.0", "App.csproj does not use the package Library")]
    [InlineData("Indirect", "1.1.0", "App.csproj still uses Indirect 1.0.0, because none of its projects refers to the package directly.")]
    public void What_the_build_did_not_use_is_a_mistake(string name, string version, string expected) =>
        Assert.Contains(expected, Assert.Throws<RunnerException>(() => Ensure(name, version)).Message);

    private void Ensure(string name, string version)
    {
        var file = Path.Combine(folder.Path, "project.assets.json");
        File.WriteAllText(
            file,
            """
            {
              "libraries": {
                "BenchmarkDotNet/0.15.8": { "type": "package" },
                "Direct/2.0.0": { "type": "package" },
                "Indirect/1.0.0": { "type": "package" },
                "Library/1.0.0": { "type": "project" }
              },
              "project": { "frameworks": { "net10.0": { "dependencies": { "BenchmarkDotNet": {}, "Direct": {} } }, "net9.0": {} } }
            }
            """
        );
        OtherPackages.EnsureUsed(
            new ProgramRequest(FakeTool.ProjectOf("/repository/App.csproj"), "the candidate", folder.Path)
            {
                Packages = [new PackageVersion(name, version)],
            },
            file
        );
    }
}

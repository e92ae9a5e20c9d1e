namespace Bench.Load.Tests;

[Trait("Category", "Process")]
public sealed class PublishTests : FolderTests
{
    [Theory]
    // A project with TargetFrameworks is built for the newest.
    [InlineData("<TargetFrameworks>net10.0</TargetFrameworks><AssemblyName>Shop.Api</AssemblyName>", "Shop.Api.dll")]
    [InlineData(
        "<TargetFramework>net10.0</TargetFramework><PublishSingleFile>true</PublishSingleFile><SelfContained>false</SelfContained><UseCurrentRuntimeIdentifier>true</UseCurrentRuntimeIdentifier>",
        "Web"
    )]
    public void A_program_is_found_whatever_it_is_named_built_for_and_packed_as(string properties, string expected)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "a single file is an .exe there");
        Assert.Equal(expected, Path.GetFileName(WebProject.Publish(folder, properties)));
    }

    [Fact]
    public void The_sdk_is_the_one_that_the_folder_of_the_project_asks_for()
    {
        folder.Write("global.json", """{"sdk":{"version":"99.0.100","rollForward":"disable"}}""");
        Assert.Equal(
            "Web.csproj does not build: global.json requires the SDK 99.0.100, which is not installed",
            Assert.Throws<LoadException>(() => WebProject.Publish(folder, WebProject.Framework)).Message
        );
    }
}

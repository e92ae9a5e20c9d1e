using System.IO.Compression;

namespace Suite.Tests.Suite;

/// <summary>
/// How the build reacts to feeds with and without the optional packages, by evaluating it with MSBuild. The feeds are folders of empty
/// packages: the tests are about finding them, not about their contents.
/// </summary>
[Trait("Category", "Process")]
public sealed class ClientPackagesTests : TemporaryFolderTests
{
    private const string Refit = "Refit";
    private const string WebApiClientCore = "WebApiClientCore";

    [Fact]
    public async Task A_feed_with_both_gives_both()
    {
        AddPackages(Refit, "Refit.HttpClientFactory", WebApiClientCore);
        var (packages, constants) = await Ask();
        Assert.Contains(Refit, packages);
        Assert.Contains("Refit.HttpClientFactory", packages);
        Assert.Contains(WebApiClientCore, packages);
        Assert.Contains("REFIT", constants);
        Assert.Contains("WEBAPICLIENTCORE", constants);
    }

    [Fact]
    public async Task A_feed_with_one_gives_that_one()
    {
        AddPackages(WebApiClientCore);
        var (packages, constants) = await Ask();
        Assert.DoesNotContain(Refit, packages);
        Assert.Contains(WebApiClientCore, packages);
        Assert.DoesNotContain("REFIT", constants);
        Assert.Contains("WEBAPICLIENTCORE", constants);
    }

    [Fact]
    public async Task A_later_version_is_no_substitute()
    {
        AddPackage(Refit, "99.0.0");
        AddPackage("Refit.HttpClientFactory", "99.0.0");
        AddPackage(WebApiClientCore, "99.0.0");

        var (packages, constants) = await Ask();

        Assert.DoesNotContain(Refit, packages);
        Assert.DoesNotContain(WebApiClientCore, packages);
        Assert.DoesNotContain("REFIT", constants);
        Assert.DoesNotContain("WEBAPICLIENTCORE", constants);
    }

    [Fact]
    public async Task A_feed_with_none_builds_without_and_is_not_asked_twice()
    {
        var (packages, _) = await Ask();
        var answer = Assert.Single(Directory.GetFiles(AnswerFolder, "answer.txt", SearchOption.AllDirectories));
        var asked = File.GetLastWriteTimeUtc(answer);
        await Ask();
        Assert.DoesNotContain(Refit, packages);
        Assert.DoesNotContain(WebApiClientCore, packages);
        Assert.Equal(asked, File.GetLastWriteTimeUtc(answer));
    }

    [Fact]
    public async Task Skip_leaves_out_what_the_feed_has()
    {
        AddPackages(Refit, "Refit.HttpClientFactory", WebApiClientCore);
        var (packages, constants) = await Ask("-p:ClientPackages=Skip");
        Assert.DoesNotContain(Refit, packages);
        Assert.DoesNotContain("REFIT", constants);
        Assert.False(Directory.Exists(AnswerFolder));
    }

    [Fact]
    public async Task Require_names_what_is_missing_and_fails()
    {
        AddPackages(WebApiClientCore);
        var build = await Build("-p:ClientPackages=Require");
        Assert.NotEqual(0, build.ExitCode);
        Assert.Contains("BENCH0002", build.Output + build.Error);
        Assert.Contains("do not carry Refit ", build.Output + build.Error);
    }

    [Fact]
    public async Task An_unknown_mode_fails()
    {
        var build = await Build("-p:ClientPackages=Perhaps");
        Assert.NotEqual(0, build.ExitCode);
        Assert.Contains("must be Auto, Require or Skip", build.Output + build.Error);
    }

    private string Feed => Directory.CreateDirectory(Path.Combine(folder.Path, "feed")).FullName;

    private string AnswerFolder => Path.Combine(folder.Path, "answers");

    private async Task<(string[] Packages, string Constants)> Ask(params string[] options)
    {
        var build = await Build(options);
        Assert.True(build.ExitCode == 0, build.Output + build.Error);
        using var json = JsonDocument.Parse(build.Output);
        var packages = json
            .RootElement.GetProperty("Items")
            .GetProperty("PackageReference")
            .EnumerateArray()
            .Select(item => item.GetProperty("Identity").GetString()!)
            .ToArray();
        return (packages, json.RootElement.GetProperty("Properties").GetProperty("DefineConstants").GetString()!);
    }

    private Task<Child> Build(params string[] options) =>
        Child.RunDotnet(
            Checkout.Root,
            [
                "msbuild",
                Path.Combine("benchmarks", "Benchmarks.csproj"),
                "-nologo",
                "-nodeReuse:false",
                "-t:AddClientPackages;DefineClientPackages",
                "-getItem:PackageReference",
                "-getProperty:DefineConstants",
                $"-p:RestoreSources={Feed}",
                $"-p:ClientPackagesAnswers={AnswerFolder}",
                $"-p:RestorePackagesPath={Path.Combine(folder.Path, "packages")}",
                .. options,
            ]
        );

    // In the versions that Directory.Packages.props requires.
    private void AddPackages(params string[] ids)
    {
        foreach (var id in ids)
            AddPackage(id, id == WebApiClientCore ? "2.1.5" : "16.4.0");
    }

    private void AddPackage(string id, string version)
    {
        using var package = ZipFile.Open(Path.Combine(Feed, $"{id}.{version}.nupkg"), ZipArchiveMode.Create);
        using var nuspec = new StreamWriter(package.CreateEntry($"{id}.nuspec").Open());
        nuspec.Write(
            $"<package><metadata><id>{id}</id><version>{version}</version><authors>test</authors><description>empty</description></metadata></package>"
        );
    }
}

using System.IO.Compression;
using System.Xml.Linq;

namespace Bench.Harness.Tests;

[Trait("Category", "Process")]
public sealed class PackageTests(BuiltProgram built)
{
    private static readonly string[] Names =
    [
        "Bench.Allocations",
        "Bench.Core",
        "Bench.Harness",
        "Bench.IgnoreCaseReplace",
        "Bench.MockResponses",
        "Bench.Tool",
    ];

    [Fact]
    public void All_packages_are_made_each_with_its_symbols()
    {
        var packable = Directory
            .EnumerateFiles(Path.Combine(Checkout.Root, "src"), "*.csproj", SearchOption.AllDirectories)
            .Count(project => File.ReadAllText(project).Contains("<IsPackable>true", StringComparison.Ordinal));

        Assert.Equal(Names.Length, packable);
        Assert.Equal(Names, Made("*.nupkg"));
        Assert.Equal(Names, Made("*.snupkg"));
        Assert.All(Directory.EnumerateFiles(built.Packages, "*.snupkg"), package =>
            Assert.Contains(Entries(package), entry => entry.EndsWith(".pdb", StringComparison.Ordinal))
        );
    }

    [Fact]
    public void Each_says_what_it_is_from_where_and_under_which_licence()
    {
        var page = $"{OutsideProgram.Workflow["GITHUB_SERVER_URL"]}/{OutsideProgram.Workflow["GITHUB_REPOSITORY"]}";
        Assert.All(Packages(), package =>
        {
            var metadata = Metadata(package);
            Assert.True(Text(metadata, "description").Length > 50, "the description is a default one");
            Assert.NotEmpty(Text(metadata, "tags"));
            Assert.Equal("the Bench contributors", Text(metadata, "authors"));
            Assert.Equal("MIT", Text(metadata, "license"));
            Assert.Equal(page, Text(metadata, "projectUrl"));
            Assert.StartsWith(page, Text(metadata, "releaseNotes"), StringComparison.Ordinal);
            var repository = metadata.Elements().Single(element => element.Name.LocalName == "repository");
            Assert.Equal(("git", page), ((string?)repository.Attribute("type"), (string?)repository.Attribute("url")));
            Assert.Matches("^[0-9a-f]{40}$", (string?)repository.Attribute("commit"));
        });
    }

    [Fact]
    public void Each_brings_the_readme_and_the_icon_that_it_names() => Assert.All(Packages(), package =>
        {
            var (metadata, entries) = (Metadata(package), Entries(package));
            Assert.Contains(Text(metadata, "readme"), entries);
            Assert.Contains(Text(metadata, "icon"), entries);
        });

    [Fact]
    public void Links_of_a_readme_lead_somewhere_from_the_page_of_a_feed()
    {
        var readmes = Packages()
            .ToDictionary(Name, package =>
            {
                using var archive = ZipFile.OpenRead(package);
                using var reader = new StreamReader(archive.GetEntry("README.md")!.Open());
                return reader.ReadToEnd();
            });

        Assert.All(readmes.Values, text => Assert.DoesNotContain("](../", text));
        Assert.Contains(
            "](https://example.org/owner/repository/blob/v1.0.0/docs/explanation/steady-state.md)",
            readmes["Bench.MockResponses"]
        );
        // Everything else is unchanged.
        Assert.Equal(
            File.ReadAllText(Path.Combine(Checkout.Root, "src", "MockResponses", "README.md")).TrimEnd(),
            readmes["Bench.MockResponses"]
                .Replace("https://example.org/owner/repository/blob/v1.0.0/", "../../", StringComparison.Ordinal)
                .TrimEnd()
        );
    }

    [Fact]
    public void Public_types_come_with_their_documentation() =>
        Assert.All(Packages().Where(package => Name(package) is not ("Bench.Core" or "Bench.Tool")), package =>
            Assert.Contains(Entries(package), entry =>
                entry.StartsWith("lib/net", StringComparison.Ordinal) && entry.EndsWith($"/{Name(package)}.xml", StringComparison.Ordinal)
            )
        );

    [Fact]
    public void The_harness_asks_for_the_core_of_its_own_version()
    {
        var harness = Packages().Single(package => Name(package) == "Bench.Harness");
        var core = Metadata(harness)
            .Descendants()
            .Single(element => element.Name.LocalName == "dependency" && (string?)element.Attribute("id") == "Bench.Core");
        Assert.Equal(Text(Metadata(harness), "version"), (string?)core.Attribute("version"));
    }

    [Fact]
    public void The_tool_is_a_command_that_brings_the_host_of_measured_programs()
    {
        var tool = Packages().Single(package => Name(package) == "Bench.Tool");
        Assert.Contains(Metadata(tool).Descendants(), element => (string?)element.Attribute("name") == "DotnetTool");
        Assert.Contains(Entries(tool), entry => Path.GetFileName(entry) == "Bench.Host.dll");
    }

    private string[] Packages() => Directory.GetFiles(built.Packages, "*.nupkg");

    private IEnumerable<string> Made(string pattern) =>
        Directory.EnumerateFiles(built.Packages, pattern).Select(Name).Order(StringComparer.Ordinal);

    private static string Name(string package) => Path.GetFileName(package).Split(".1.0.0-")[0];

    private static string[] Entries(string package)
    {
        using var archive = ZipFile.OpenRead(package);
        return [.. archive.Entries.Select(entry => entry.FullName)];
    }

    private static XElement Metadata(string package)
    {
        using var archive = ZipFile.OpenRead(package);
        using var nuspec = archive.Entries.Single(entry => entry.FullName.EndsWith(".nuspec", StringComparison.Ordinal)).Open();
        return XDocument.Load(nuspec).Root!.Elements().Single();
    }

    private static string Text(XElement metadata, string name) =>
        metadata.Elements().SingleOrDefault(element => element.Name.LocalName == name)?.Value ?? "";
}

using System.Net;
using System.Text.Json.Nodes;

namespace Outside.Tests;

[Trait("Category", "Process")]
public sealed partial class SiteLinkTests(DocfxSite site) : IClassFixture<DocfxSite>, IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("site-links-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public void Every_page_is_reached_from_the_front_page_and_loads_nothing_from_elsewhere()
    {
        site.SkipIfMissing();
        var pages = Directory
            .EnumerateFiles(site.Folder, "*.html", SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(site.Folder, path).Replace('\\', '/'))
            .ToDictionary(path => path, path => File.ReadAllText(Path.Combine(site.Folder, path)));
        var reached = new HashSet<string> { "index.html" };
        var open = new Queue<string>(["docs/toc.html", .. reached]);
        while (open.TryDequeue(out var page))
        {
            foreach (var link in Links(page, pages[page]).Where(link => pages.ContainsKey(link) && reached.Add(link)))
                open.Enqueue(link);
        }

        // README is shown as index.html, and toc.html is for readers without scripts.
        Assert.Equal(pages.Keys.Except(["README.html", "docs/toc.html"]).Order(), reached.Except(["README.html", "docs/toc.html"]).Order());
        Assert.All(pages, page => Assert.DoesNotMatch("<(script|img|iframe|link)[^>]* (src|href)=\"(https?:)?//", page.Value));
    }

    [Fact]
    public void The_navigation_has_the_sections_and_pages_of_the_list_of_all_pages()
    {
        site.SkipIfMissing();
        var sections = JsonNode.Parse(File.ReadAllText(Path.Combine(site.Folder, "docs", "toc.json")))!["items"]!
            .AsArray()
            .Where(section => section!["items"] is not null)
            .ToDictionary(
                section => (string)section!["name"]!,
                section => section!["items"]!.AsArray().Select(page => "docs/" + (string)page!["href"]!).ToArray()
            );
        var rows = Row().Matches(File.ReadAllText(Path.Combine(site.Folder, "docs", "README.html")));

        Assert.NotEmpty(rows);
        Assert.All(rows, row =>
        {
            var listed = Links("docs/README.html", row.Groups["pages"].Value).ToArray();
            Assert.Equal(listed, sections[row.Groups["name"].Value].Where(listed.Contains));
        });
    }

    [Theory]
    [InlineData("missing.md")]
    [InlineData("missing.png")]
    [InlineData("first.md#missing")]
    [InlineData("../src/Missing.cs")]
    public void A_link_that_leads_nowhere_fails_the_command(string link)
    {
        site.SkipIfMissing();
        Write($"# First\n\n[broken]({link})\n");
        var (exitCode, output) = DocfxSite.Make(folder, Path.Combine(folder, "made"));
        Assert.NotEqual(0, exitCode);
        Assert.Contains(link[(link.LastIndexOf('/') + 1)..].Split('#')[^1], output);
    }

    [Theory]
    [InlineData("https://github.com/team/repository.git", "https://github.com/team/repository/blob/HEAD/LICENSE")]
    [InlineData("git@github.com:team/repository.git", "https://github.com/team/repository/blob/HEAD/LICENSE")]
    [InlineData("/somewhere/else", "../LICENSE")]
    public void A_file_that_is_not_a_page_is_read_in_the_repository_if_that_is_on_GitHub(string remote, string link)
    {
        site.SkipIfMissing();
        Write("# First\n\n[licence](../LICENSE) [data](data.json) [again](first.md#first)\n");
        File.WriteAllText(Path.Combine(folder, "docs", "data.json"), "{}");
        Directory.CreateDirectory(Path.Combine(folder, ".git"));
        File.WriteAllText(Path.Combine(folder, ".git", "HEAD"), "ref: refs/heads/main\n");
        File.WriteAllText(Path.Combine(folder, ".git", "config"), $"[remote \"origin\"]\n\turl = {remote}\n");

        var (exitCode, output) = DocfxSite.Make(folder, Path.Combine(folder, "made"));

        Assert.True(exitCode == 0, output);
        var page = Article().Match(File.ReadAllText(Path.Combine(folder, "made", "docs", "first.html"))).Value;
        Assert.Equal([link, "data.json", "first.html#first"], Link().Matches(page).Select(match => match.Groups[1].Value));
    }

    private void Write(string page)
    {
        foreach (var file in Directory.EnumerateFiles(Path.Combine(Checkout.Root, "docs", "site"), "*", SearchOption.AllDirectories))
        {
            var copy = Path.Combine(folder, Path.GetRelativePath(Checkout.Root, file));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(file, copy);
        }

        File.Copy(Path.Combine(Checkout.Root, "docfx.json"), Path.Combine(folder, "docfx.json"));
        File.WriteAllText(Path.Combine(folder, "README.md"), "# Front\n");
        File.WriteAllText(Path.Combine(folder, "LICENSE"), "MIT");
        File.WriteAllText(Path.Combine(folder, "docs", "toc.yml"), "- name: First\n  href: first.md\n");
        File.WriteAllText(Path.Combine(folder, "docs", "first.md"), page);
    }

    private static IEnumerable<string> Links(string page, string html) =>
        Link()
            .Matches(html)
            .Select(link => new Uri(new Uri("http://site/" + page), WebUtility.HtmlDecode(link.Groups[1].Value)))
            .Where(link => link.Host == "site")
            .Select(link => Uri.UnescapeDataString(link.AbsolutePath[1..]));

    [GeneratedRegex("<a[^<>]* href=\"([^\"]*)\"")]
    private static partial Regex Link();

    [GeneratedRegex("<article.*</article>", RegexOptions.Singleline)]
    private static partial Regex Article();

    [GeneratedRegex("<tr>\\s*<td><strong>(?<name>[^<]*)</strong></td>(?<pages>.*?)</tr>", RegexOptions.Singleline)]
    private static partial Regex Row();
}

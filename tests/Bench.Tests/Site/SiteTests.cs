using System.Net;
using System.Text.RegularExpressions;

namespace Bench.Tests;

[Trait("Category", "Process")]
public sealed partial class SiteTests : IDisposable
{
    private const string Repository = "https://host/team/repository";
    private const string Index = "# All pages\n\n| for | pages |\n| --- | --- |\n| **learning** | [first](first.md) |\n";
    private readonly Folder folder = new();

    private string Output => Path.Combine(folder.Root, "_site");

    public void Dispose() => folder.Dispose();

    /// <summary>Checks the written pages, independently of the program's own check.</summary>
    [Fact]
    public void Every_link_of_this_repositorys_site_leads_to_a_file_and_a_place_in_it()
    {
        // Its links lead to files of the repository, relative to the report.
        var report = Path.Combine(folder.Root, "results.html");
        Assert.Equal(0, BenchProgram.Run(Checkout.Root, "report", "BenchmarkDotNet.Artifacts/reference/Text", "--output", report).ExitCode);

        var made = SiteProgram.Run(Checkout.Root, "--output", Output, "--repository", Repository + "/", "--page", report);

        Assert.Equal("", made.Error);
        Assert.Equal(0, made.ExitCode);
        var pages = Directory
            .EnumerateFiles(Output, "*.html", SearchOption.AllDirectories)
            .ToDictionary(path => path, path => new HtmlPlaces(File.ReadAllText(path)));
        var sources = Directory.EnumerateFiles(Path.Combine(Checkout.Root, "docs"), "*.md", SearchOption.AllDirectories).Count();
        Assert.True(pages.Count > sources, $"{pages.Count} pages of {sources}");
        foreach (var (path, page) in pages)
        {
            Assert.Equal(page.Ids.Distinct(), page.Ids);
            Assert.All(page.Links, link => AssertLeadsSomewhere(path, link, pages));
        }

        var files = pages.Values.SelectMany(page => page.Links).Where(link => link.StartsWith(Repository, StringComparison.Ordinal));
        Assert.NotEmpty(files);
        Assert.All(files, AssertIsFileOfThisRepository);
        Assert.Contains("<a href=\"results.html\">Benchmark results</a>", Written("index.html"));
        Assert.Contains("<p><a href=\"index.html\">Benchmarks for ASP.NET Core teams</a></p>", Written("results.html"));
    }

    [Fact]
    public void Pages_are_shown_as_on_GitHub_and_hold_no_html_of_their_own()
    {
        Write(
            "docs/first.md",
            """
            # The `first`: 1_a & b?

            ## Again

            ### Again

            ## Again-1

            <!-- measured: x
            of two lines -->

            [x](#again-1-1) [y](first.md#the-first-1_a--b) ~~old~~ https://host.example/bare `https://host/code` <me@host.example>

            <script>alert(1)</script>

            Text with <b onclick="x">tags</b> <!-- and a comment -->.

            <details><summary>More & more</summary>

            | a | b | |
            | --- | ---: | --- |
            | `x \| y` | 1 | z |
            | few |
            | m | a | n | y |

            </details>

            - [x] done
            - [ ] to do
            """
        );
        Make();
        var page = Written("docs/first.html");

        Assert.Contains("<title>The first: 1_a &amp; b? - Front</title>", page);
        Assert.Contains("<h1 id=\"the-first-1_a--b\">", page);
        Assert.Contains("<h2 id=\"again\">Again</h2>", page);
        Assert.Contains("<h3 id=\"again-1\">Again</h3>", page);
        Assert.Contains("<h2 id=\"again-1-1\">Again-1</h2>", page);
        Assert.DoesNotContain("measured", page);
        Assert.DoesNotContain("comment", page);
        Assert.Contains("&lt;script&gt;alert(1)&lt;/script&gt;", page);
        Assert.Contains("&lt;b onclick=&quot;x&quot;&gt;tags&lt;/b&gt; .", page);
        Assert.Contains("<details><summary>More &amp; more</summary>\n<div class=\"scroll\" tabindex=\"0\"", page);
        Assert.Contains("<th scope=\"col\">a</th><th scope=\"col\" class=\"number\">b</th><td></td>", page);
        Assert.Contains("<td><code>x | y</code></td><td class=\"number\">1</td>", page);
        Assert.Contains(
            "<del>old</del> <a href=\"https://host.example/bare\">https://host.example/bare</a> <code>https://host/code</code>",
            page
        );
        Assert.Contains("<input type=\"checkbox\" disabled checked aria-label=\"Done\"> done", page);
        Assert.Contains("<a href=\"first.html\" aria-current=\"page\">first</a>", page);
    }

    [Fact]
    public void Files_that_are_no_pages_are_copied_or_led_to_the_repository_or_only_named()
    {
        Write(
            "docs/first.md",
            "# First\n\n[source](../src/A.cs#L3) [folder](../src) `a` [`code`](../src/A.cs) [data](data.json) [lines](data.json#L2) [text](first.md#L2) [other](../more/README.md) [all](.) ![A picture](a%20b.svg) [![within](a%20b.svg)](first.md)\n"
        );
        foreach (var name in new[] { "src/A.cs", "docs/data.json", "docs/a b.svg" })
            folder.Write(name, "content");
        folder.Write("docs/deep/second.md", "# Second\n");
        folder.Write("more/README.md", "# More\n\n[first](/docs/first.md)\n");

        Make("--repository", Repository);
        var page = Written("docs/first.html");
        Assert.Contains($"<a href=\"{Repository}/blob/HEAD/src/A.cs#L3\">source</a>", page);
        Assert.Contains($"<a href=\"{Repository}/tree/HEAD/src\">folder</a>", page);
        Assert.Contains("<a href=\"data.json\">data</a>", page);
        Assert.Contains($"<a href=\"{Repository}/blob/HEAD/docs/data.json#L2\">lines</a>", page);
        Assert.Contains($"<a href=\"{Repository}/blob/HEAD/docs/first.md?plain=1#L2\">text</a>", page);
        Assert.Contains("<a href=\"../more/index.html\">other</a>", page);
        Assert.Contains("<a href=\"index.html\">all</a>", page);
        Assert.Contains("<a href=\"a%20b.svg\"><img src=\"a%20b.svg\" alt=\"A picture\"></a>", page);
        Assert.Contains("<a href=\"first.html\"><img src=\"a%20b.svg\" alt=\"within\"></a>", page);
        Assert.Contains("<a href=\"../docs/first.html\">first</a>", Written("more/index.html"));
        Assert.Contains("<a href=\"../index.html\" aria-current=\"true\">all pages</a>", Written("docs/deep/second.html"));
        Assert.Equal("content", Written("docs/a b.svg"));

        Make();
        page = Written("docs/first.html");
        Assert.Contains("<code>source</code> <code>folder</code> <code>a</code> <code>code</code> <a href=\"data.json\">data</a>", page);
        Assert.DoesNotContain(Repository, page);
    }

    [Theory]
    [InlineData("[a](missing.md)")]
    [InlineData("[a](first.md#missing)")]
    [InlineData("[a](#missing)")]
    [InlineData("[a](../../outside.md)")]
    [InlineData("[a](data.json#missing)")]
    [InlineData("![a](missing.png)")]
    [InlineData("![a](https://host/a.png)")]
    [InlineData("[a](javascript:alert)")]
    [InlineData("<javascript:alert>")]
    public void A_link_that_leads_nowhere_fails_it(string link)
    {
        Write("docs/first.md", $"# First\n\n[fine](README.md)\n\n{link}\n");
        folder.Write("docs/data.json", "{}");

        var (exitCode, output, error) = SiteProgram.Run(folder.Root, "--output", Output);

        Assert.Equal(1, exitCode);
        Assert.StartsWith($"docs/first.md: {link[(link.IndexOfAny(['(', '<']) + 1)..^1]}: ", error);
        Assert.Single(error.TrimEnd().Split('\n'));
        Assert.Equal("", output);
        Assert.False(Directory.Exists(Output));
    }

    [Fact]
    public void Only_its_own_files_are_replaced()
    {
        Write("docs/first.md", "# First\n\n[second](deep/second.md)\n");
        folder.Write("docs/deep/second.md", "# Second\n");
        Make();
        Assert.True(File.Exists(Path.Combine(Output, "docs", "deep", "second.html")));
        folder.Write("_site/mine.txt", "mine");

        File.Delete(Path.Combine(folder.Root, "docs", "deep", "second.md"));
        Write("docs/first.md", "# First, changed\n");
        Make();
        Assert.False(Directory.Exists(Path.Combine(Output, "docs", "deep")));
        Assert.Contains("First, changed", Written("docs/first.html"));
        Assert.Equal("mine", Written("mine.txt"));

        folder.Write("other/index.html", "theirs");
        var refused = SiteProgram.Run(folder.Root, "--output", "other");
        Assert.Equal(1, refused.ExitCode);
        Assert.Contains("has files that are not of a site", refused.Error);
        Assert.Equal(["index.html"], Directory.EnumerateFiles(Path.Combine(folder.Root, "other")).Select(Path.GetFileName));
        Assert.Equal("theirs", File.ReadAllText(Path.Combine(folder.Root, "other", "index.html")));
    }

    [Theory]
    [InlineData("Option '--output' is required.")]
    [InlineData("Invalid URL 'nonsense'", "--output", "_site", "--repository", "nonsense")]
    [InlineData("--page: invalid file 'missing.html'", "--output", "_site", "--page", "missing.html")]
    [InlineData("has no README.md: expected the folder of the repository", "--output", "_site")]
    public void Wrong_usage_is_named(string message, params string[] arguments)
    {
        if (!message.Contains("README", StringComparison.Ordinal))
            Write("docs/first.md", "# First\n");

        var (exitCode, _, error) = SiteProgram.Run(folder.Root, arguments);

        Assert.Equal(1, exitCode);
        Assert.Contains(message, error);
    }

    private void Write(string name, string text)
    {
        folder.Write("README.md", "# Front\n\n[first](docs/first.md)\n");
        folder.Write("docs/README.md", Index);
        folder.Write(name, text);
    }

    private void Make(params string[] arguments)
    {
        var (exitCode, _, error) = SiteProgram.Run(folder.Root, ["--output", Output, .. arguments]);
        Assert.True(exitCode == 0, error);
    }

    private string Written(string path) => File.ReadAllText(Path.Combine(Output, path));

    private static void AssertLeadsSomewhere(string from, string link, Dictionary<string, HtmlPlaces> pages)
    {
        if (link.StartsWith("https://", StringComparison.Ordinal) || link.StartsWith("http://", StringComparison.Ordinal))
            return;
        var parts = link.Split('#');
        var path = parts[0].Length == 0 ? from : Path.GetFullPath(Uri.UnescapeDataString(parts[0]), Path.GetDirectoryName(from)!);
        Assert.True(File.Exists(path), $"{from}: {link}");
        if (parts.Length > 1)
            Assert.Contains(Uri.UnescapeDataString(parts[1]), pages[path].Ids);
    }

    private static void AssertIsFileOfThisRepository(string link)
    {
        var path = Uri.UnescapeDataString(link[(Repository.Length + "/blob/HEAD/".Length)..].Split('#', '?')[0]);
        Assert.True(Path.Exists(Path.Combine(Checkout.Root, path)), link);
    }

    private sealed record HtmlPlaces(string Html)
    {
        public string[] Links { get; } = [.. LinkAttribute().Matches(Html).Select(link => WebUtility.HtmlDecode(link.Groups[1].Value))];

        public string[] Ids { get; } = [.. IdAttribute().Matches(Html).Select(id => WebUtility.HtmlDecode(id.Groups[1].Value))];
    }

    [GeneratedRegex("<[a-z]+[^<>]*? (?:href|src)=\"([^\"]*)\"")]
    private static partial Regex LinkAttribute();

    [GeneratedRegex("<[a-z0-9]+[^<>]*? id=\"([^\"]*)\"")]
    private static partial Regex IdAttribute();
}

using System.Net;
using System.Text.RegularExpressions;
using Bench;
using Bench.Reports;

namespace Site;

/// <summary>
/// A page of <c>bench report</c> or <c>bench history</c>. Its links lead to the site, and to files in the repository.
/// </summary>
/// <param name="Source">Its path, relative to the repository's root.</param>
internal sealed partial record ReportPage(string Source, string Place, string Title, string Html)
{
    public static ReportPage Read(string root, string file)
    {
        if (!File.Exists(file) || !Path.GetExtension(file).Equals(".html", StringComparison.OrdinalIgnoreCase))
            throw new BenchException($"--page: invalid file '{file}': expected a page of bench report or bench history, .html.");
        var html = File.ReadAllText(file);
        var name = Path.GetFileName(file);
        var title = TitleElement().Match(html) is { Success: true } element ? WebUtility.HtmlDecode(element.Groups[1].Value) : name;
        return new(Path.GetRelativePath(root, Path.GetFullPath(file)), name, title, html);
    }

    public string Render(Links links, Page front)
    {
        const string Start = "<main>\n";
        var html = Link()
            .Replace(Html, link =>
                links.Resolve(Source, Place, WebUtility.HtmlDecode(link.Groups["url"].Value)) is { } destination
                    ? $"<a{link.Groups["before"].Value} href=\"{HtmlPage.Text(destination)}\""
                    : $"<a{link.Groups["before"].Value}"
            );
        var start = html.IndexOf(Start, StringComparison.Ordinal);
        return start < 0
            ? html
            : html.Insert(
                start + Start.Length,
                $"<p><a href=\"{Links.Relative(Place, front.Place)}\">{HtmlPage.Text(front.Title)}</a></p>\n"
            );
    }

    [GeneratedRegex("<title>(.*?)</title>")]
    private static partial Regex TitleElement();

    // Not links within the page.
    [GeneratedRegex("<a(?<before>(?: [a-z-]+=\"[^\"]*\")*?) href=\"(?<url>[^\"#][^\"]*)\"")]
    private static partial Regex Link();
}

using System.Text;
using Bench.Reports;

namespace Site;

internal sealed record StaticSite(IReadOnlyList<SiteFile> Files, IReadOnlyList<string> BrokenLinks)
{
    public static StaticSite Create(string root, IReadOnlyList<string> reportFiles, string? repository)
    {
        var pages = Pages.Read(root);
        var links = new Links(root, pages, repository);
        ReportPage[] reports = [.. reportFiles.Select(file => ReportPage.Read(root, file))];
        var navigation = Navigation.Create(root, pages, reports);
        List<SiteFile> files =
        [
            .. pages.All.Select(page => Text(page.Place, Layout.Render(page, pages.Front, navigation, links))),
            .. reports.Select(report => Text(report.Place, report.Render(links, pages.Front))),
        ];
        files.AddRange(links.Copied.Select(path => new SiteFile(path, File.ReadAllBytes(Path.Combine(root, path)))));
        files.Add(Text("site.css", HtmlPage.Resource(typeof(HtmlPage), "Page.css") + HtmlPage.Resource(typeof(StaticSite), "site.css")));
        files.Add(Text("site.js", HtmlPage.Resource(typeof(StaticSite), "site.js")));
        files.Add(Text("search-index.js", SearchIndex.Render(navigation.Sort(pages))));
        files.Add(new("icon.png", Icon()));
        return new(files, links.Broken);
    }

    private static SiteFile Text(string path, string text) => new(path, Encoding.UTF8.GetBytes(text));

    private static byte[] Icon()
    {
        using var stream = typeof(StaticSite).Assembly.GetManifestResourceStream("icon.png")!;
        using var bytes = new MemoryStream();
        stream.CopyTo(bytes);
        return bytes.ToArray();
    }
}

/// <param name="Path">Relative to the site's root, with slashes.</param>
internal sealed record SiteFile(string Path, byte[] Content);

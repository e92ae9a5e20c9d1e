using System.Text;
using Bench;
using Bench.Reports;
using Markdig.Extensions.Tables;
using Markdig.Syntax;
using Markdig.Syntax.Inlines;

namespace Site;

/// <summary>The links next to each page: the table of docs/README.md, and around it the pages outside docs.</summary>
internal sealed class Navigation
{
    // With fewer headings, all of them are visible anyway.
    private const int FewestHeadings = 3;

    private readonly IReadOnlyList<Group> groups;

    private Navigation(IReadOnlyList<Group> groups) => this.groups = groups;

    public static Navigation Create(string root, Pages pages, IReadOnlyList<ReportPage> reports)
    {
        var groups = new List<Group>
        {
            new("", [new("overview", pages.Front.Place, pages.Front), new("all pages", pages.Index.Place, pages.Index)]),
        };
        var rows = pages.Index.Document.Descendants<Table>().FirstOrDefault()?.OfType<TableRow>().Where(row => !row.IsHeader) ?? [];
        foreach (var row in rows)
            groups.Add(new(TextOf(row[0]), [.. row.Descendants<LinkInline>().Select(link => ItemOf(pages.Index, link)).OfType<Item>()]));
        if (groups.Count == 1)
            throw new BenchException($"{Pages.IndexPage} has no table of pages: expected rows of a name and links.");
        if (reports.Count > 0)
            groups.Add(new("reports", [.. reports.Select(report => new Item(report.Title, report.Place, null))]));
        var others = pages
            .Front.Links.Select(link => ItemOf(pages.Front, link))
            .OfType<Item>()
            .Where(item => !item.Place.StartsWith("docs/", StringComparison.Ordinal))
            .DistinctBy(item => item.Place)
            .ToArray();
        if (others.Length > 0)
            groups.Add(new("the repository", others));
        return new(groups);

        Item? ItemOf(Page from, LinkInline link) =>
            Target.Read(root, from.Source, link.Url ?? "") is { } target && pages.At(target.Path) is { } page
                ? new(Page.TextOf(link), page.Place, page)
                : null;
    }

    public IEnumerable<Page> Sort(Pages pages) =>
        groups.SelectMany(group => group.Items).Select(item => item.Page).OfType<Page>().Union(pages.All);

    public string Render(Page current)
    {
        var html = new StringBuilder("<ul>\n");
        var marked = groups
            .SelectMany(group => group.Items)
            .Where(item => IsAbove(item, current))
            .OrderByDescending(item => item.Page == current)
            .ThenByDescending(item => item.Place.Length)
            .FirstOrDefault();
        foreach (var group in groups)
        {
            if (group.Name.Length > 0)
                html.Append($"<li><span>{HtmlPage.Text(group.Name)}</span>\n<ul>\n");
            foreach (var item in group.Items)
            {
                var mark =
                    item != marked ? ""
                    : item.Page == current ? " aria-current=\"page\""
                    : " aria-current=\"true\"";
                html.Append($"<li><a href=\"{Links.Relative(current.Place, item.Place)}\"{mark}>{HtmlPage.Text(item.Text)}</a>");
                if (item == marked && item.Page == current)
                    AppendHeadings(html, current);
                html.Append("</li>\n");
            }

            if (group.Name.Length > 0)
                html.Append("</ul></li>\n");
        }

        return html.Append("</ul>").ToString();
    }

    // True for the page itself and the page of a folder above it.
    private static bool IsAbove(Item item, Page current) =>
        item.Page is { } page
        && (
            page == current
            || page.Source.EndsWith("/" + Pages.FolderPage, StringComparison.Ordinal)
                && current.Source.StartsWith(page.Source[..^Pages.FolderPage.Length], StringComparison.Ordinal)
        );

    private static void AppendHeadings(StringBuilder html, Page page)
    {
        var headings = page.Headings.Where(heading => heading.Level == 2).ToArray();
        if (headings.Length < FewestHeadings)
            return;
        html.Append("\n<ul>\n");
        foreach (var heading in headings)
            html.Append($"<li><a href=\"#{Uri.EscapeDataString(heading.Id)}\">{HtmlPage.Text(heading.Text)}</a></li>\n");
        html.Append("</ul>");
    }

    private static string TextOf(MarkdownObject cell) =>
        string.Concat(cell.Descendants<ParagraphBlock>().Select(text => Page.TextOf(text.Inline)));

    private sealed record Group(string Name, IReadOnlyList<Item> Items);

    private sealed record Item(string Text, string Place, Page? Page);
}

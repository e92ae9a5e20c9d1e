using System.Net;
using System.Text.RegularExpressions;
using Bench.Reports;
using Markdig.Extensions.Tables;
using Markdig.Extensions.TaskLists;
using Markdig.Renderers;
using Markdig.Renderers.Html;
using Markdig.Renderers.Html.Inlines;
using Markdig.Syntax;
using Markdig.Syntax.Inlines;

namespace Site;

/// <summary>
/// Markdown as HTML. Wide content scrolls in its own region, which the keyboard can reach. HTML in a page is shown as text, except
/// that comments are left out and folded content stays folded.
/// </summary>
internal static partial class PageRenderer
{
    public static string Render(Page page, Links links)
    {
        using var text = new StringWriter { NewLine = "\n" };
        var renderer = new HtmlRenderer(text);
        Page.Pipeline.Setup(renderer);
        renderer.ObjectRenderers.ReplaceOrAdd<LinkInlineRenderer>(new LinkRenderer(page, links));
        renderer.ObjectRenderers.ReplaceOrAdd<AutolinkInlineRenderer>(new AddressRenderer(page, links));
        renderer.ObjectRenderers.ReplaceOrAdd<HtmlTableRenderer>(new TableRenderer());
        renderer.ObjectRenderers.ReplaceOrAdd<CodeBlockRenderer>(new CodeRenderer());
        renderer.ObjectRenderers.ReplaceOrAdd<HtmlBlockRenderer>(new RawBlockRenderer());
        renderer.ObjectRenderers.ReplaceOrAdd<HtmlInlineRenderer>(new RawInlineRenderer());
        renderer.ObjectRenderers.ReplaceOrAdd<HtmlTaskListRenderer>(new TaskRenderer());
        renderer.Render(page.Document);
        return text.ToString();
    }

    private sealed class LinkRenderer(Page page, Links links) : HtmlObjectRenderer<LinkInline>
    {
        protected override void Write(HtmlRenderer renderer, LinkInline link)
        {
            var destination = links.Resolve(page.Source, page.Place, link.Url ?? "", link.IsImage);
            if (link.IsImage)
                WritePicture(renderer, link, destination ?? "");
            else if (destination is not null)
            {
                renderer.Write($"<a href=\"{HtmlPage.Text(destination)}\">");
                renderer.WriteChildren(link);
                renderer.Write("</a>");
            }
            else
            {
                var isCode = link.FirstChild is CodeInline;
                renderer.Write(isCode ? "" : "<code>");
                renderer.WriteChildren(link);
                renderer.Write(isCode ? "" : "</code>");
            }
        }

        // A picture links to itself, so that it can be viewed in full, as on GitHub.
        private static void WritePicture(HtmlRenderer renderer, LinkInline link, string source)
        {
            var isAlone = link.Parent?.FindParentOfType<LinkInline>().Any() is not true;
            renderer.Write(isAlone ? $"<a href=\"{HtmlPage.Text(source)}\">" : "");
            renderer.Write($"<img src=\"{HtmlPage.Text(source)}\" alt=\"{HtmlPage.Text(Page.TextOf(link))}\">");
            renderer.Write(isAlone ? "</a>" : "");
        }
    }

    private sealed class AddressRenderer(Page page, Links links) : HtmlObjectRenderer<AutolinkInline>
    {
        protected override void Write(HtmlRenderer renderer, AutolinkInline link)
        {
            var destination = links.Resolve(page.Source, page.Place, (link.IsEmail ? "mailto:" : "") + link.Url);
            renderer.Write($"<a href=\"{HtmlPage.Text(destination ?? "")}\">{HtmlPage.Text(link.Url)}</a>");
        }
    }

    private sealed class TableRenderer : HtmlObjectRenderer<Table>
    {
        protected override void Write(HtmlRenderer renderer, Table table)
        {
            renderer.EnsureLine();
            renderer.WriteLine("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>");
            var isHead = false;
            foreach (var row in table.OfType<TableRow>())
            {
                if (row.IsHeader != isHead || row == table[0])
                    renderer.WriteLine(
                        row.IsHeader ? "<thead>"
                        : isHead ? "</thead>\n<tbody>"
                        : "<tbody>"
                    );
                isHead = row.IsHeader;
                renderer.Write("<tr>");
                for (var column = 0; column < row.Count; column++)
                    WriteCell(
                        renderer,
                        (TableCell)row[column],
                        row.IsHeader,
                        table.ColumnDefinitions.ElementAtOrDefault(column)?.Alignment
                    );
                renderer.WriteLine("</tr>");
            }

            renderer.WriteLine(isHead ? "</thead>" : "</tbody>");
            renderer.WriteLine("</table></div>");
        }

        private static void WriteCell(HtmlRenderer renderer, TableCell cell, bool isHeader, TableColumnAlign? align)
        {
            // A column without a name has no header cell.
            var name = isHeader && cell.Descendants<LeafInline>().Any() ? "th" : "td";
            renderer.Write($"<{name}");
            renderer.Write(name == "th" ? " scope=\"col\"" : "");
            renderer.Write(align is TableColumnAlign.Right ? " class=\"number\">" : ">");
            var isImplicit = renderer.ImplicitParagraph;
            renderer.ImplicitParagraph = true;
            renderer.Write(cell);
            renderer.ImplicitParagraph = isImplicit;
            renderer.Write($"</{name}>");
        }
    }

    private sealed class CodeRenderer : HtmlObjectRenderer<CodeBlock>
    {
        protected override void Write(HtmlRenderer renderer, CodeBlock block)
        {
            renderer.EnsureLine();
            renderer.Write("<pre class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Code\"><code>");
            renderer.WriteLeafRawLines(block, writeEndOfLines: true, escape: true);
            renderer.WriteLine("</code></pre>");
        }
    }

    private sealed class RawBlockRenderer : HtmlObjectRenderer<HtmlBlock>
    {
        protected override void Write(HtmlRenderer renderer, HtmlBlock block)
        {
            var html = Comment().Replace(block.Lines.ToString(), "").Trim();
            if (html.Length == 0)
                return;
            if (html == "</details>")
                renderer.WriteLine("</details>");
            else if (Folded().Match(html) is { Success: true } folded)
                renderer.WriteLine($"<details><summary>{HtmlPage.Text(WebUtility.HtmlDecode(folded.Groups["summary"].Value))}</summary>");
            else
                renderer.WriteLine($"<p>{HtmlPage.Text(html)}</p>");
        }
    }

    private sealed class RawInlineRenderer : HtmlObjectRenderer<HtmlInline>
    {
        protected override void Write(HtmlRenderer renderer, HtmlInline inline)
        {
            if (!inline.Tag.StartsWith("<!--", StringComparison.Ordinal))
                renderer.WriteEscape(inline.Tag);
        }
    }

    private sealed class TaskRenderer : HtmlObjectRenderer<TaskList>
    {
        protected override void Write(HtmlRenderer renderer, TaskList task) =>
            renderer.Write(
                task.Checked
                    ? "<input type=\"checkbox\" disabled checked aria-label=\"Done\">"
                    : "<input type=\"checkbox\" disabled aria-label=\"To do\">"
            );
    }

    [GeneratedRegex("<!--.*?-->", RegexOptions.Singleline)]
    private static partial Regex Comment();

    [GeneratedRegex(@"^<details>\s*<summary>(?<summary>[^<>]*)</summary>$")]
    private static partial Regex Folded();
}

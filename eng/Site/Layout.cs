using Bench.Reports;

namespace Site;

internal static class Layout
{
    // The ids of headings contain no full stop, so ids with one, such as site.text, do not collide with them.
    public static string Render(Page page, Page front, Navigation navigation, Links links)
    {
        var title = page == front ? front.Title : $"{page.Title} - {front.Title}";
        // The navigation is rendered twice and a style shows one of them. Folded content that a style unfolds is hidden from some
        // assistive technology.
        var pages = navigation.Render(page);
        var source = links.InRepository(new(page.Source, ""));
        return $"""
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'">
            <title>{HtmlPage.Text(title)}</title>
            <link rel="icon" href="{Links.Relative(page.Place, "icon.png")}">
            <link rel="stylesheet" href="{Links.Relative(page.Place, "site.css")}">
            <script src="{Links.Relative(page.Place, "site.js")}" defer></script>
            </head>
            <body>
            <a class="skip" href="#site.text">Skip to the text</a>
            <header>
            <a href="{Links.Relative(page.Place, front.Place)}">{HtmlPage.Text(front.Title)}</a>
            <div id="site.search" role="search" hidden>
            <label for="site.query">Search</label>
            <input id="site.query" type="search" autocomplete="off" spellcheck="false">
            <div id="site.answer" hidden><p id="site.count" role="status"></p><ul id="site.found"></ul></div>
            </div>
            </header>
            <div class="columns">
            <nav class="wide" aria-label="Pages">
            {pages}
            </nav>
            <nav class="narrow" aria-label="Pages"><details><summary>Pages</summary>
            {pages}
            </details></nav>
            <main id="site.text" tabindex="-1">
            {PageRenderer.Render(page, links)}{(
                source is null ? "" : $"<p class=\"source\"><a href=\"{HtmlPage.Text(source)}\">This page in the repository</a></p>\n"
            )}</main>
            </div>
            </body>
            </html>

            """;
    }
}

using Microsoft.Playwright;

namespace Outside.Tests;

[Trait("Category", "Process")]
public sealed class SiteTests(Chromium chromium, DocfxSite site) : IClassFixture<DocfxSite>
{
    private const int Phone = 390;
    private const string WideTable = "docs/internals/study.html";
    private const string LongReference = "docs/reference/commands.html";
    private const string Tutorial = "docs/tutorials/gate-your-repository.html";

    private static string[] Paths => ["index.html", WideTable, LongReference, Tutorial];

    public static MatrixTheoryData<string, (int Width, ColorScheme Scheme)> Screens =>
        new(Paths, [(1280, ColorScheme.Light), (1280, ColorScheme.Dark), (Phone, ColorScheme.Light)]);

    [Theory]
    [MemberData(nameof(Screens))]
    public async Task Every_reader_can_use_a_page_and_on_a_phone_only_tables_and_code_scroll_sideways(
        string path,
        (int Width, ColorScheme Scheme) screen
    )
    {
        var page = await Open(path, screen.Width, screen.Scheme);
        if (screen.Width == Phone)
            Assert.Empty(await TooWide(page));
        await Axe.AssertAccessible(page);
    }

    [Fact]
    public async Task A_page_loads_nothing_from_elsewhere_and_logs_no_complaint()
    {
        foreach (var path in Paths)
        {
            site.SkipIfMissing();
            var page = await chromium.Open();
            var (requests, complaints) = Chromium.Watch(page);
            await Load(page, path);

            Assert.NotEmpty(requests);
            Assert.All(requests, url => Assert.StartsWith(site.Address(""), url));
            Assert.Empty(complaints);
            Assert.True(await page.EvaluateAsync<bool>("[...document.images].every(image => image.complete && image.naturalWidth > 0)"));
        }
    }

    [Fact]
    public async Task The_search_finds_a_page()
    {
        var page = await Open(LongReference);
        await page.GetByRole(AriaRole.Searchbox, new() { Name = "Search" }).FillAsync("lifeline architecture");
        var found = page.Locator("#search-results").GetByRole(AriaRole.Link, new() { Name = "Architecture" });
        await Assertions.Expect(found).ToBeVisibleAsync();
        await Axe.AssertAccessible(page);
        await found.ClickAsync();
        await Assertions.Expect(page).ToHaveURLAsync(new Regex("/docs/internals/architecture[.]html"));
    }

    [Fact]
    public async Task The_page_that_is_open_is_marked_among_all_pages()
    {
        var page = await Open(Tutorial);
        var marked = page.Locator("[aria-current=page]:visible");

        await Assertions.Expect(marked).ToHaveTextAsync("Gate your repository in ten minutes");
        await page.GetByRole(AriaRole.Navigation, new() { Name = "Pages" })
            .GetByRole(AriaRole.Link, new() { Name = "Answer a first question" })
            .FocusAsync();
        await page.Keyboard.PressAsync("Enter");
        await Assertions.Expect(page).ToHaveURLAsync(site.Address("docs/tutorials/first-run.html"));
        await Assertions.Expect(marked).ToHaveTextAsync("Answer a first question");
    }

    [Fact]
    public async Task On_a_phone_a_button_shows_the_pages()
    {
        var page = await Open(Tutorial, Phone);
        var link = page.Locator("#toc").GetByRole(AriaRole.Link, new() { Name = "Answer a first question" });
        await Assertions.Expect(link).ToBeHiddenAsync();
        await page.GetByRole(AriaRole.Button, new() { Name = "Show table of contents" }).FocusAsync();
        await page.Keyboard.PressAsync("Enter");
        await Assertions.Expect(link).ToBeVisibleAsync();
    }

    private async Task<IPage> Open(string path, int width = 1280, ColorScheme scheme = ColorScheme.Light)
    {
        site.SkipIfMissing();
        var page = await chromium.Open(width, scheme);
        await Load(page, path);
        return page;
    }

    private async Task Load(IPage page, string path)
    {
        await page.GotoAsync(site.Address(path));
        await page.WaitForFunctionAsync("window.docfx?.ready && window.docfx?.searchReady");
    }

    private static async Task<string[]> TooWide(IPage page) =>
        await page.EvaluateAsync<string[]>(
            """
            [...document.querySelectorAll('body *')]
              .filter(e => e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().right > innerWidth + 1)
              .filter(e => !e.parentElement.closest('.table-responsive, pre'))
              .map(e => e.outerHTML.slice(0, 200))
            """
        );
}

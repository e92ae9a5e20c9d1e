using Deque.AxeCore.Playwright;
using Microsoft.Playwright;

namespace Outside.Tests;

/// <summary>The site of this repository in a real browser, opened from disk: it must need no server.</summary>
[Trait("Category", "Process")]
public sealed class SiteTests(Chromium chromium, SiteTests.Made site) : IClassFixture<SiteTests.Made>
{
    private const int Phone = 390;
    private const string WideTable = "docs/internals/study.html";
    private const string LongReference = "docs/reference/commands.html";
    private const string Tutorial = "docs/tutorials/gate-your-repository.html";

    public static MatrixTheoryData<string, (int Width, ColorScheme Scheme)> Screens =>
        new(
            ["index.html", WideTable, LongReference, Tutorial],
            [(1280, ColorScheme.Light), (1280, ColorScheme.Dark), (Phone, ColorScheme.Light)]
        );

    [Theory]
    [MemberData(nameof(Screens))]
    public async Task Nothing_shuts_a_reader_out_and_on_a_phone_only_what_is_wide_scrolls_sideways(
        string path,
        (int Width, ColorScheme Scheme) screen
    )
    {
        var page = await chromium.Open(screen.Width, screen.Scheme);
        await Open(page, path);
        if (screen.Width == Phone)
        {
            await AssertFits(page);
            await Assertions.Expect(page.GetByRole(AriaRole.Navigation).GetByRole(AriaRole.Link)).ToHaveCountAsync(0);
        }

        // Folded content would not be checked.
        await page.EvaluateAsync("for (const folded of document.querySelectorAll('details')) folded.open = true");

        var result = await page.RunAxe();

        Assert.NotEmpty(result.Passes);
        Assert.Empty(
            result.Violations.SelectMany(violation => violation.Nodes.Select(node => $"{violation.Id}: {violation.Help}: {node.Html}"))
        );
    }

    [Fact]
    public async Task A_page_loads_only_its_own_style_script_and_pictures_and_none_complains()
    {
        var page = await chromium.Open();
        var (requests, complaints) = Chromium.Watch(page);

        await Open(page, "index.html");
        await page.GetByLabel("Search").FillAsync("x");

        Assert.NotEmpty(requests);
        Assert.All(requests, url => Assert.StartsWith(site.Address(""), url));
        Assert.Empty(complaints);
        Assert.True(await page.EvaluateAsync<bool>("[...document.images].every(image => image.complete && image.naturalWidth > 0)"));
    }

    [Fact]
    public async Task The_pages_are_reached_by_keyboard_and_the_one_that_is_open_is_marked()
    {
        var page = await chromium.Open();
        await Open(page, Tutorial);

        await page.Keyboard.PressAsync("Tab");
        Assert.Equal("Skip to the text", await Focused(page));
        await page.Keyboard.PressAsync("Enter");
        Assert.Equal("main", await page.EvaluateAsync<string>("document.activeElement.localName"));

        await page.GetByRole(AriaRole.Navigation).GetByRole(AriaRole.Link, new() { Name = "answer a first question" }).FocusAsync();
        await page.Keyboard.PressAsync("Tab");
        Assert.Equal("page", await page.EvaluateAsync<string>("document.activeElement.ariaCurrent"));
        await page.Keyboard.PressAsync("Shift+Tab");
        await page.Keyboard.PressAsync("Enter");
        await Assertions.Expect(page).ToHaveURLAsync(site.Address("docs/tutorials/first-run.html"));
        await Assertions.Expect(page.Locator("[aria-current=page]:visible")).ToHaveTextAsync("answer a first question");
    }

    [Fact]
    public async Task On_a_phone_the_pages_are_unfolded_by_keyboard()
    {
        var page = await chromium.Open(Phone);
        await Open(page, Tutorial);
        var links = page.GetByRole(AriaRole.Navigation).GetByRole(AriaRole.Link);

        await page.Locator("nav.narrow summary").FocusAsync();
        await page.Keyboard.PressAsync("Enter");

        await Assertions.Expect(links.First).ToBeVisibleAsync();
        await page.Keyboard.PressAsync("Tab");
        Assert.Equal(await links.First.InnerTextAsync(), await Focused(page));
    }

    [Fact]
    public async Task The_search_leads_to_a_page_and_to_a_heading_by_keyboard()
    {
        var page = await chromium.Open();
        await Open(page, LongReference);
        var search = page.GetByRole(AriaRole.Search);
        var query = page.GetByLabel("Search");

        await query.FocusAsync();
        await page.Keyboard.TypeAsync("interleaved");
        var found = search.GetByRole(AriaRole.Link);
        await Assertions.Expect(found.First).ToBeVisibleAsync();
        await Assertions
            .Expect(search.GetByRole(AriaRole.Status))
            .ToHaveTextAsync(new System.Text.RegularExpressions.Regex("^[1-9][0-9]* pages$"));
        Assert.Empty((await page.RunAxe()).Violations);

        await page.Keyboard.PressAsync("ArrowDown");
        var name = await Focused(page);
        Assert.Equal("Interleaved measurement", name);
        await page.Keyboard.PressAsync("Escape");
        await Assertions.Expect(found).ToHaveCountAsync(0);
        await page.Keyboard.TypeAsync("interleaved");
        await page.Keyboard.PressAsync("Enter");
        await Assertions.Expect(page.GetByRole(AriaRole.Heading, new() { Level = 1 })).ToHaveTextAsync(name);

        await page.GetByLabel("Search").FillAsync("bench bisect");
        await search.GetByRole(AriaRole.Link, new() { Name = "bench bisect", Exact = true }).ClickAsync();
        await Assertions.Expect(page).ToHaveURLAsync(site.Address(LongReference) + "#bench-bisect");
        await page.GetByLabel("Search").FillAsync("nothing is called xyzzy");
        await Assertions.Expect(search.GetByRole(AriaRole.Status)).ToHaveTextAsync("0 pages");
    }

    [Fact]
    public async Task Without_script_everything_but_the_search_is_there()
    {
        var page = await chromium.Open(script: false);
        await Open(page, Tutorial);

        await Assertions
            .Expect(page.GetByRole(AriaRole.Navigation).GetByRole(AriaRole.Link, new() { Name = "answer a first question" }))
            .ToBeVisibleAsync();
        await Assertions.Expect(page.GetByRole(AriaRole.Heading, new() { Level = 1 })).ToBeVisibleAsync();
        await Assertions.Expect(page.GetByRole(AriaRole.Search)).ToHaveCountAsync(0);
    }

    private static async Task AssertFits(IPage page) =>
        Assert.True(
            await page.EvaluateAsync<bool>("document.documentElement.scrollWidth <= document.documentElement.clientWidth"),
            await page.EvaluateAsync<string>(
                "[...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth && !e.closest('.scroll')).map(e => e.outerHTML.slice(0, 200)).join('\\n')"
            )
        );

    private Task Open(IPage page, string path) => page.GotoAsync(site.Address(path));

    private static Task<string> Focused(IPage page) => page.EvaluateAsync<string>("document.activeElement.innerText");

    /// <summary>The site, made once for all tests.</summary>
    public sealed class Made : IDisposable
    {
        private readonly string folder = Directory.CreateTempSubdirectory("site-").FullName;

        public Made()
        {
            var (exitCode, _, error) = SiteProgram.Run(Checkout.Root, "--output", folder, "--repository", "https://host/team/repository");
            Assert.True(exitCode == 0, error);
        }

        public string Address(string path) => new Uri(Path.Combine(folder, path)).AbsoluteUri;

        public void Dispose() => Directory.Delete(folder, recursive: true);
    }
}

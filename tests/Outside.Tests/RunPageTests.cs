using Bench.Comparison;
using Bench.Report;
using Microsoft.Playwright;

namespace Outside.Tests;

/// <summary>The page of <c>bench report</c> over what is published here, in a real browser.</summary>
[Trait("Category", "Process")]
public sealed class RunPageTests(Chromium chromium) : IClassFixture<Chromium>, IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("run-page-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public async Task It_loads_nothing_and_no_script_fails()
    {
        var page = await chromium.Open();
        var (requests, complaints) = Chromium.Watch(page);

        await Show(page);

        Assert.Single(requests);
        Assert.Empty(complaints);
    }

    [Fact]
    public async Task Questions_are_filtered_by_what_is_typed()
    {
        var page = await chromium.Open();
        await Show(page);
        var all = await page.Locator("#overview tr[data-text]:visible").CountAsync();

        await page.Keyboard.PressAsync("Tab");
        await page.GetByLabel("Question or alternative contains").FillAsync("reFIT");

        var shown = await page.Locator("#overview tr[data-text]:visible").CountAsync();
        Assert.InRange(shown, 1, all - 1);
        Assert.Equal($"{shown} of {all} questions", await page.Locator("#count").InnerTextAsync());
        Assert.Equal(1, await page.Locator("#overview tr.topic:visible").CountAsync());
    }

    [Fact]
    public async Task A_question_leads_to_its_table_by_keyboard()
    {
        var page = await chromium.Open();
        await Show(page);
        var link = page.Locator("#overview a").First;

        await link.FocusAsync();
        await page.Keyboard.PressAsync("Enter");

        Assert.Equal(await link.InnerTextAsync(), await page.Locator(":target").InnerTextAsync());
    }

    [Fact]
    public async Task On_a_phone_only_tables_and_pictures_scroll_sideways()
    {
        var page = await chromium.Open(width: 375);
        await Show(page);

        Assert.True(await page.EvaluateAsync<bool>("document.documentElement.scrollWidth <= window.innerWidth"));
    }

    [Theory]
    [InlineData(ColorScheme.Light)]
    [InlineData(ColorScheme.Dark)]
    public async Task Text_stands_out_from_its_background_in_pictures_too(ColorScheme scheme)
    {
        var page = await chromium.Open(scheme: scheme);
        await Show(page);

        var contrasts = await Chromium.Contrasts(page, "h1, h2, h3, p, li, a, label, td, th, figcaption, svg text");

        Assert.NotEmpty(contrasts);
        Assert.True(contrasts.Min() >= 4.5, $"{contrasts.Min():0.00}");
    }

    private async Task Show(IPage page)
    {
        var artifacts = Artifacts.Read(["docs/load", "BenchmarkDotNet.Artifacts/reference"], Checkout.Root, new Settings());
        var path = Path.Combine(folder, "page.html");
        await File.WriteAllTextAsync(path, RunPage.Render(artifacts, new SourceLinks(folder, Checkout.Root), "bench report"));
        await page.GotoAsync(new Uri(path).AbsoluteUri);
    }
}

using Bench.Cli.Report;
using Bench.Comparison;
using Microsoft.Playwright;

namespace Outside.Tests;

/// <summary>The page of <c>bench report</c> over the published figures, in a real browser.</summary>
[Trait("Category", "Process")]
public sealed class RunPageTests(Chromium chromium) : IDisposable
{
    /// <summary>Rendered once for all tests.</summary>
    private static readonly Lazy<string> Page = new(Render);

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
        var all = await page.Locator("#all tr[data-text]:visible").CountAsync();

        await page.GetByLabel("Question or variant contains").FillAsync("reFIT");

        var shown = await page.Locator("#all tr[data-text]:visible").CountAsync();
        Assert.InRange(shown, 1, all - 1);
        Assert.Equal($"{shown} of {all} questions", await page.Locator("#count").InnerTextAsync());
        Assert.Equal(1, await page.Locator("#all tr.topic:visible").CountAsync());
        Assert.Equal(shown, await page.Locator("section.case:visible").CountAsync());

        // A permanent link into hidden content shows it.
        await page.EvaluateAsync("location.hash = '#text-replaceignorecase-input-59-characters'");
        await Assertions.Expect(page.Locator(":target")).ToBeVisibleAsync();
        Assert.Equal(all, await page.Locator("#all tr[data-text]:visible").CountAsync());
    }

    [Fact]
    public async Task A_table_is_sorted_by_keyboard_both_ways_and_its_topics_stay_together()
    {
        var page = await chromium.Open();
        await Show(page);
        var table = page.Locator("section.case", new() { HasText = "SharedHttpClient" }).First;
        var first = table.Locator("tbody th").First;
        var header = table.GetByRole(AriaRole.Button, new() { Name = "Time" });

        await header.FocusAsync();
        await page.Keyboard.PressAsync("Enter");
        Assert.Equal("ascending", await table.Locator("th[aria-sort]").GetAttributeAsync("aria-sort"));
        var fastest = await first.InnerTextAsync();
        await page.Keyboard.PressAsync("Enter");
        Assert.Equal("descending", await table.Locator("th[aria-sort]").GetAttributeAsync("aria-sort"));
        Assert.NotEqual(fastest, await first.InnerTextAsync());
        Assert.Equal(fastest, await table.Locator("tbody th").Last.InnerTextAsync());

        await page.Locator("#all").GetByRole(AriaRole.Button, new() { Name = "Ratio to the next" }).ClickAsync();
        Assert.All(await page.Locator("#all tbody").AllAsync(), body =>
            Assert.Equal("topic", body.Locator("tr").First.GetAttributeAsync("class").Result)
        );
    }

    [Fact]
    public async Task The_answers_come_first_with_a_picture_each_and_lead_to_their_intervals()
    {
        var page = await chromium.Open();
        await Show(page);
        var questions = page.Locator("section.question");

        Assert.Equal(Asked.Select(question => question.Text), await questions.Locator("h2").AllInnerTextsAsync());
        Assert.Equal(Asked.Count, await questions.Locator("svg[aria-label]").CountAsync());
        // Two screens have all of them.
        Assert.True((await questions.Last.BoundingBoxAsync())!.Y < 2 * page.ViewportSize!.Height);
        await questions.First.Locator("summary").ClickAsync();
        var intervals = questions.First.Locator(".soft a").First;
        await intervals.FocusAsync();
        await page.Keyboard.PressAsync("Enter");
        Assert.Equal(await intervals.InnerTextAsync(), await page.Locator(":target").InnerTextAsync());
    }

    [Fact]
    public async Task Without_script_everything_is_there_but_what_needs_it()
    {
        var page = await chromium.Open();
        await Show(page);
        var cases = await page.Locator("section.case").CountAsync();
        var context = await page.Context.Browser!.NewContextAsync(new() { JavaScriptEnabled = false });
        var plain = await context.NewPageAsync();
        await Show(plain);

        Assert.Equal(cases, await plain.Locator("section.case:visible").CountAsync());
        Assert.Equal(0, await plain.Locator("input:visible, button:visible, select:visible").CountAsync());
    }

    [Fact]
    public async Task A_question_leads_to_its_table_by_keyboard()
    {
        var page = await chromium.Open();
        await Show(page);
        var link = page.Locator("#all a").First;

        await link.FocusAsync();
        await page.Keyboard.PressAsync("Enter");

        Assert.Equal(await link.InnerTextAsync(), await page.Locator(":target").InnerTextAsync());
    }

    [Fact]
    public async Task On_a_phone_only_tables_and_pictures_scroll_sideways()
    {
        var page = await chromium.Open(390);
        await Show(page);

        foreach (var width in new[] { 390, 375, 320 })
        {
            await page.SetViewportSizeAsync(width, 900);
            Assert.True(
                await page.EvaluateAsync<bool>("document.documentElement.scrollWidth <= window.innerWidth"),
                FormattableString.Invariant($"{width}")
            );
        }
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

    private static IReadOnlyList<AskedQuestion> Asked => Settings.Read(Path.Combine(Checkout.Root, Settings.FileName)).Questions;

    private static string Render()
    {
        var settings = Settings.Read(Path.Combine(Checkout.Root, Settings.FileName));
        var artifacts = Artifacts.Read(["docs/load", "BenchmarkDotNet.Artifacts/reference"], Checkout.Root, settings);
        return RunPage.Render(artifacts, new SourceLinks(Path.GetTempPath(), Checkout.Root), "bench report");
    }

    private async Task Show(IPage page)
    {
        var path = Path.Combine(folder, "page.html");
        await File.WriteAllTextAsync(path, Page.Value);
        await page.GotoAsync(new Uri(path).AbsoluteUri);
    }
}

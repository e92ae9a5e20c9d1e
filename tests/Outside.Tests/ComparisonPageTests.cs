using Bench.Comparison;
using Bench.Reports;
using Bench.Results;
using Microsoft.Playwright;

namespace Outside.Tests;

/// <summary>The page of <c>bench compare</c> in a real browser.</summary>
[Trait("Category", "Process")]
public sealed class ComparisonPageTests(Chromium chromium) : IDisposable
{
    private const string Nasty = "N.Text.Escaped(a: <img src=x onerror=\"document.title='hacked'\">)";

    private readonly string folder = Directory.CreateTempSubdirectory("comparison-page-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public async Task It_loads_nothing_and_no_script_fails()
    {
        var page = await chromium.Open();
        var (requests, complaints) = Chromium.Watch(page);

        await Show(page);

        Assert.Single(requests);
        Assert.Empty(complaints);
        Assert.Equal("Benchmarks: failed", await page.TitleAsync());
        Assert.Equal(0, await page.Locator("img").CountAsync());
        Assert.Contains(Nasty, await page.Locator("tbody .name").AllTextContentsAsync());
    }

    [Fact]
    public async Task The_outcome_comes_first_and_unchanged_benchmarks_are_folded()
    {
        var page = await chromium.Open();
        await Show(page);

        Assert.Equal(["1 slower", "1 improved", "2 unchanged"], await page.Locator(".counts li").AllInnerTextsAsync());
        Assert.Equal(["N.Web.Slow", "N.Text.Fast"], await Names(page));
        Assert.StartsWith("+40.0%", await page.Locator("tbody td").First.InnerTextAsync());
        Assert.Equal(["-5%", "0", "+5%", "faster", "slower"], await page.Locator("tbody svg").First.Locator("text").AllTextContentsAsync());

        await page.Locator("summary").ClickAsync();
        Assert.Equal(4, (await Names(page)).Count);
    }

    [Fact]
    public async Task Benchmarks_are_filtered_by_name_and_by_verdict()
    {
        var page = await chromium.Open();
        await Show(page);

        await page.GetByLabel("Name contains").FillAsync("WEB.");
        Assert.Equal(["N.Web.Slow", "N.Web.Same"], await Names(page));
        Assert.Equal("2 of 4 benchmarks", await page.Locator("#count").InnerTextAsync());

        await page.GetByLabel("Show").SelectOptionAsync("Equivalent");
        Assert.Equal(["N.Web.Same"], await Names(page));
    }

    [Fact]
    public async Task Columns_are_sorted_by_keyboard_both_ways()
    {
        var page = await chromium.Open();
        await Show(page);
        var header = page.GetByRole(AriaRole.Button, new() { Name = "Change" }).First;

        await header.FocusAsync();
        await page.Keyboard.PressAsync("Enter");
        Assert.Equal("N.Text.Fast", (await Names(page))[0]);
        Assert.Equal("ascending", await page.Locator("th[aria-sort]").GetAttributeAsync("aria-sort"));

        await page.Keyboard.PressAsync("Enter");
        Assert.Equal("N.Web.Slow", (await Names(page))[0]);
        Assert.Equal(1, await page.Locator("th[aria-sort]").CountAsync());
    }

    [Fact]
    public async Task On_a_phone_nothing_scrolls_sideways()
    {
        var page = await chromium.Open(width: 375);
        await Show(page);

        Assert.True(await page.EvaluateAsync<bool>("document.documentElement.scrollWidth <= window.innerWidth"));
    }

    [Fact]
    public async Task A_phone_shows_the_first_change_and_its_commands_without_scrolling()
    {
        var page = await chromium.Open(width: 390);
        await page.GotoAsync(new Uri(Path.Combine(Checkout.Root, "tests/Bench.Tests/Golden/expected/gate-failed.html")).AbsoluteUri);

        // The height of a phone without the browser's own bars.
        Assert.InRange((await page.Locator("tbody .below").First.BoundingBoxAsync())!.Y, 0, 664);
        // Every word of a command is on one line, so that no option is broken after its hyphens.
        var heights = await page.Locator(".command span")
            .EvaluateAllAsync<double[]>("spans => spans.map(span => span.getBoundingClientRect().height)");
        Assert.NotEmpty(heights);
        Assert.Equal(heights.Min(), heights.Max());
    }

    [Theory]
    [InlineData(ColorScheme.Light)]
    [InlineData(ColorScheme.Dark)]
    public async Task Text_stands_out_from_its_background(ColorScheme scheme)
    {
        var page = await chromium.Open(scheme: scheme);
        await Show(page);

        var contrasts = await Chromium.Contrasts(page, "h1, p, label, td, .name, th button, .warning, .soft");

        Assert.NotEmpty(contrasts);
        Assert.True(contrasts.Min() >= 4.5, $"{contrasts.Min():0.00}");
    }

    [Fact]
    public async Task Without_script_every_benchmark_is_there()
    {
        var page = await chromium.Open();
        var context = await page.Context.Browser!.NewContextAsync(new() { JavaScriptEnabled = false });
        var plain = await context.NewPageAsync();
        await Show(plain);

        Assert.Equal(4, await plain.Locator("tbody").CountAsync());
    }

    private static async Task<IReadOnlyList<string>> Names(IPage page) => await page.Locator("tbody:visible .name").AllInnerTextsAsync();

    private async Task Show(IPage page)
    {
        RunFile.Write(Path.Combine(folder, "old"), ("N.Web.Slow", 100), ("N.Web.Same", 100), ("N.Text.Fast", 100), (Nasty, 100));
        RunFile.Write(Path.Combine(folder, "new"), ("N.Web.Slow", 140), ("N.Web.Same", 100.2), ("N.Text.Fast", 60), (Nasty, 100.1));
        var runs = RunLoader.Load(
            [
                ["old"],
                ["new"],
            ],
            folder
        );
        var comparison = RunComparison.Create(runs[0], runs[1], new ComparisonOptions()) with { Warnings = ["A warning."] };
        var path = Path.Combine(folder, "page.html");
        await File.WriteAllTextAsync(path, HtmlReport.Render(comparison, Outcome.Create(comparison, new Strictness())));
        await page.GotoAsync(new Uri(path).AbsoluteUri);
    }
}

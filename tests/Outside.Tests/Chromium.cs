using Microsoft.Playwright;

[assembly: AssemblyFixture(typeof(Outside.Tests.Chromium))]

namespace Outside.Tests;

/// <summary>
/// The Chromium of this machine, one for all tests, started by the first test that needs it. Without it these tests are skipped.
/// </summary>
public sealed class Chromium : IAsyncLifetime
{
    private static readonly string[] Places =
    [
        // Without the windows and menus of a desktop program, which take longer to start than most pages.
        "/usr/bin/chromium-headless-shell",
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ];

    private readonly SemaphoreSlim starting = new(1);
    private IPlaywright? playwright;
    private IBrowser? browser;

    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        if (browser is not null)
            await browser.DisposeAsync();
        playwright?.Dispose();
        starting.Dispose();
    }

    public async Task<IPage> Open(int width = 1280, ColorScheme scheme = ColorScheme.Light, bool script = true)
    {
        var place = Places.FirstOrDefault(File.Exists);
        Assert.SkipWhen(place is null, "Chromium is not installed: apt-get install chromium-headless-shell");
        var context = await (await Start(place!)).NewContextAsync(
            new()
            {
                ViewportSize = new() { Width = width, Height = 900 },
                ColorScheme = scheme,
                JavaScriptEnabled = script,
            }
        );
        return await context.NewPageAsync();
    }

    private async Task<IBrowser> Start(string place)
    {
        await starting.WaitAsync(TestContext.Current.CancellationToken);
        try
        {
            playwright ??= await Playwright.CreateAsync();
            // No sandbox: root in a container can't have one, and the page is ours.
            return browser ??= await playwright.Chromium.LaunchAsync(new() { ExecutablePath = place, Args = ["--no-sandbox"] });
        }
        finally
        {
            starting.Release();
        }
    }

    /// <summary>Collects the requests and complaints of a page from now on.</summary>
    public static (IReadOnlyList<string> Requests, IReadOnlyList<string> Complaints) Watch(IPage page)
    {
        var (requests, complaints) = (new List<string>(), new List<string>());
        page.Request += (_, request) => requests.Add(request.Url);
        page.Console += (_, message) => complaints.Add(message.Text);
        page.PageError += (_, error) => complaints.Add(error);
        return (requests, complaints);
    }

    /// <summary>
    /// The contrast of texts with the page's background: the ratio of WCAG 2.2, 1.4.3, which requires at least 4.5.
    /// </summary>
    public static async Task<double[]> Contrasts(IPage page, string selector) =>
        await page.EvaluateAsync<double[]>(
            """
            selector => {
              const light = color => {
                const [r, g, b] = color.match(/[\d.]+/g).map(Number).map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
              };
              const paper = light(getComputedStyle(document.body).backgroundColor);
              return [...document.querySelectorAll(selector)].map(element => {
                const style = getComputedStyle(element);
                const ink = light(element instanceof SVGElement ? style.fill : style.color);
                return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
              });
            }
            """,
            selector
        );
}

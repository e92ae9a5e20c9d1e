using Microsoft.Playwright;

namespace Outside.Tests;

/// <summary>The Chromium of this machine; tests that need it skip where there is none.</summary>
public sealed class Chromium : IAsyncLifetime
{
    private static readonly string[] Places =
        ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

    private IPlaywright? playwright;
    private IBrowser? browser;

    public async ValueTask InitializeAsync()
    {
        if (Places.FirstOrDefault(File.Exists) is not { } path)
            return;

        playwright = await Playwright.CreateAsync();
        // No sandbox: a container's root can't have one, and the page is ours.
        browser = await playwright.Chromium.LaunchAsync(new() { ExecutablePath = path, Args = ["--no-sandbox"] });
    }

    public async ValueTask DisposeAsync()
    {
        if (browser is not null)
            await browser.DisposeAsync();
        playwright?.Dispose();
    }

    /// <summary>A page in a window of its own.</summary>
    public async Task<IPage> Open(int width = 1280, ColorScheme scheme = ColorScheme.Light)
    {
        Assert.SkipWhen(browser is null, "Chromium is not installed: apt-get install chromium");
        var context = await browser!.NewContextAsync(new() { ViewportSize = new() { Width = width, Height = 900 }, ColorScheme = scheme });
        return await context.NewPageAsync();
    }
}

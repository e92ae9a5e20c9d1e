using Bench.Cli.History;
using Bench.Cli.Report;
using Bench.Comparison;
using Bench.Reports;
using Bench.Results;
using Microsoft.Playwright;

namespace Outside.Tests;

[Trait("Category", "Process")]
public sealed class AccessibilityTests(Chromium chromium) : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("accessibility-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    public static TheoryData<int, ColorScheme> Screens => new() { { 1280, ColorScheme.Light }, { 390, ColorScheme.Dark } };

    [Theory]
    [MemberData(nameof(Screens))]
    public async Task Nothing_on_the_page_of_results_and_load_curves_shuts_a_reader_out(int width, ColorScheme scheme)
    {
        var settings = Settings.Read(Path.Combine(Checkout.Root, Settings.FileName));
        // One topic contains everything that the page can show. All topics would take a minute to compare colours.
        var artifacts = Artifacts.Read(["docs/load", $"{RunLoader.ReferenceFolder}/Serialization"], Checkout.Root, settings);

        await AssertAccessible(RunPage.Render(artifacts, new SourceLinks(folder, Checkout.Root), "bench report"), width, scheme);
    }

    [Theory]
    [MemberData(nameof(Screens))]
    public async Task Nothing_on_the_page_of_a_history_shuts_a_reader_out(int width, ColorScheme scheme)
    {
        for (var i = 0; i < 12; i++)
            Write(FormattableString.Invariant($"runs/{i:00}"), i < 6 ? 100 + i : 150 + i);
        var lines = HistoryLine.Create(RunLoader.LoadHistory("runs", folder), new Settings());
        Assert.NotEmpty(Assert.Single(lines).Changes);
        await AssertAccessible(HistoryPage.Render(lines, 0.05, "bench history runs", "https://host/repository/commit/"), width, scheme);
    }

    // The page of a check, of two runs and of load tests is the same.
    [Theory]
    [MemberData(nameof(Screens))]
    public async Task Nothing_on_the_page_of_a_check_shuts_a_reader_out(int width, ColorScheme scheme)
    {
        Write("old", 100);
        Write("new", 140);
        var runs = Folder.SidesFrom(folder, "old", "new");
        var comparison = RunComparison.Create(runs[0], runs[1], new ComparisonOptions()) with { Warnings = ["A warning."] };
        await AssertAccessible(HtmlReport.Render(comparison, Outcome.Create(comparison, new Strictness())), width, scheme);
    }

    [Fact]
    public async Task What_does_shut_a_reader_out_is_found() =>
        await Assert.ThrowsAsync<Xunit.Sdk.FailException>(() =>
            AssertAccessible(
                "<!DOCTYPE html><html><head><title>A page</title></head><body><main><h1>No language</h1><img src=\"data:,\"></main></body></html>",
                1280,
                ColorScheme.Light
            )
        );

    private async Task AssertAccessible(string html, int width, ColorScheme scheme)
    {
        var page = await chromium.Open(width, scheme);
        var path = Path.Combine(folder, "page.html");
        await File.WriteAllTextAsync(path, html);
        await page.GotoAsync(new Uri(path).AbsoluteUri);
        await Axe.AssertAccessible(page);
    }

    private void Write(string run, double time) => RunFile.Write(Path.Combine(folder, run), ("N.T.M", time));
}

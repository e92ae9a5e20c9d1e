using System.Text.Json;
using Bench.Tests;

namespace Suite.Tests.Suite;

/// <summary>What the README says is what the committed tables say.</summary>
public sealed class PublishedTablesTests
{
    [Fact]
    public void The_readme_carries_the_overview_of_the_published_run_word_for_word()
    {
        var overview = Read(Checkout.Published, "overview.md").Trim();
        var readme = Read(Checkout.Root, "README.md");

        Assert.Contains(overview, readme);
    }

    [Fact]
    public void The_published_run_was_complete_and_all_of_it_is_there()
    {
        using var run = JsonDocument.Parse(Read(Checkout.Published, "run.json"));
        var root = run.RootElement;

        Assert.Empty(root.GetProperty("whyIncomplete").EnumerateArray());
        Assert.True(root.GetProperty("launches").GetInt32() >= 3);
        Assert.Equal(
            root.GetProperty("files").EnumerateArray().Select(file => file.GetString()).Order(),
            Directory.EnumerateFiles(Checkout.Published).Select(file => Path.GetFileName(file)).Order());
    }

    private static string Read(string folder, string name) =>
        File.ReadAllText(Path.Combine(folder, name)).ReplaceLineEndings("\n");
}

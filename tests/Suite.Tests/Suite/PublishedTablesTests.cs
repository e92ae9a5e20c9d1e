using System.Text.Json;
using Bench.Tests;

namespace Suite.Tests.Suite;

/// <summary>What docs/results.md says is what the committed tables say.</summary>
public sealed class PublishedTablesTests
{
    [Fact]
    public void The_page_of_results_carries_the_overview_of_the_published_run_word_for_word()
    {
        var overview = Read(Checkout.Published, "overview.md").Trim();
        var page = Read(Checkout.Root, "docs/results.md");

        Assert.Contains(overview, page);
    }

    public static TheoryData<string> Topics => [.. Directory.EnumerateDirectories(Checkout.Published).Select(folder => Path.GetFileName(folder)!)];

    [Theory]
    [MemberData(nameof(Topics))]
    public void A_published_topic_was_complete_and_all_of_it_is_there(string name)
    {
        var folder = Path.Combine(Checkout.Published, name);
        using var run = JsonDocument.Parse(Read(folder, "run.json"));
        var root = run.RootElement;
        var topic = Assert.Single(root.GetProperty("topics").EnumerateArray());

        Assert.Empty(root.GetProperty("whyIncomplete").EnumerateArray());
        Assert.True(root.GetProperty("launches").GetInt32() >= 3);
        Assert.Equal(name, topic.GetProperty("name").GetString());
        Assert.Equal(
            topic.GetProperty("files").EnumerateArray().Select(file => file.GetString()).Concat(["overview.md", "launch-spread.md", "run.json"]).Order(),
            Directory.EnumerateFiles(folder).Select(file => Path.GetFileName(file)).Order());
        foreach (var page in new[] { "overview.md", "launch-spread.md" })
            Assert.Contains(Read(folder, page), Read(Checkout.Published, page));
    }

    private static string Read(string folder, string name) =>
        File.ReadAllText(Path.Combine(folder, name)).ReplaceLineEndings("\n");
}

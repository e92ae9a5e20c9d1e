using Bench.Tests;
using Benchmarks.Running;

namespace Suite.Tests.Suite;

public sealed class ArtifactsFolderTests : IDisposable
{
    private static readonly RunManifest Run = new(DateTimeOffset.UnixEpoch, "abc", RunKind.Measured, 3, 4, [], [new RunTopic("Text", 4, ["Benchmarks.Text.A-report-github.md"])]);

    private readonly TemporaryFolder folder = new();
    private readonly ArtifactsFolder artifacts;

    public ArtifactsFolderTests()
    {
        artifacts = new ArtifactsFolder(folder.Path, null);
        Directory.CreateDirectory(artifacts.Results);
        foreach (var (topic, page) in new[] { ("Text", "old text\n"), ("WebApi", "old web\n"), ("Gone", "gone\n") })
        {
            Published(topic, "overview.md", page);
            Published(topic, "launch-spread.md", page);
            Published(topic, $"Benchmarks.{topic}.Old-report-github.md", page);
        }

        Published("", "stray.md", "stray");
    }

    public void Dispose() => folder.Dispose();

    [Fact]
    public void A_topic_is_replaced_and_the_others_stay()
    {
        artifacts.Write("Benchmarks.Text.A-report-github.md", "new table");
        artifacts.Write("Text-overview.md", "### Text\n");
        artifacts.Write("Text-launch-spread.md", "## Text\n");

        artifacts.Publish(Run, ["Text", "WebApi", "NeverPublished"]);

        Assert.Equal(
            [
                "Text/Benchmarks.Text.A-report-github.md", "Text/launch-spread.md", "Text/overview.md", "Text/run.json",
                "WebApi/Benchmarks.WebApi.Old-report-github.md", "WebApi/launch-spread.md", "WebApi/overview.md",
                "launch-spread.md", "overview.md",
            ],
            Files());
        Assert.EndsWith("bold.\n\n### Text\n\nold web\n", Read("overview.md"));
        Assert.EndsWith("rows in ten.\n\n## Text\n\nold web\n", Read("launch-spread.md"));
        Assert.Contains("\"rows\": 4", Read("Text/run.json"));
    }

    [Theory]
    [InlineData("Benchmarks.Text.A-report-github.md")]
    [InlineData("Text-overview.md")]
    [InlineData("Text-launch-spread.md")]
    public void Nothing_is_published_where_a_file_is_missing(string missing)
    {
        foreach (var file in new[] { "Benchmarks.Text.A-report-github.md", "Text-overview.md", "Text-launch-spread.md" }.Where(file => file != missing))
            artifacts.Write(file, "x");
        var before = Files();

        var refused = Assert.Throws<UsageException>(() => artifacts.Publish(Run, ["Text", "WebApi"]));

        Assert.Contains(missing, refused.Message);
        Assert.Equal(before, Files());
        Assert.Equal("old text\n", Read("Text/overview.md"));
    }

    private void Published(string topic, string name, string text)
    {
        var path = Directory.CreateDirectory(Path.Combine(artifacts.Reference, topic)).FullName;
        File.WriteAllText(Path.Combine(path, name), text);
    }

    private string[] Files() =>
        [.. Directory.EnumerateFiles(artifacts.Reference, "*", SearchOption.AllDirectories).Select(file => Path.GetRelativePath(artifacts.Reference, file).Replace('\\', '/')).Order(StringComparer.Ordinal)];

    private string Read(string name) => File.ReadAllText(Path.Combine(artifacts.Reference, name));
}

using Bench.Harness.Running;
using Bench.Published;
using Bench.Results;

namespace Bench.Harness.Tests;

[Trait("Category", "Process")]
public sealed class PublicationTests : TemporaryFolderTests
{
    private readonly ArtifactsFolder artifacts;
    private readonly Publication publication;

    public PublicationTests()
    {
        artifacts = new ArtifactsFolder(folder.Path, null);
        Directory.CreateDirectory(artifacts.Results);
        publication = new Publication(
            artifacts,
            new HarnessOptions { SourcesOfTopic = topic => [$"{topic}.cs"], Highlights = [new Highlight("which is faster", "Sort", "100")] }
        );
        Write("Text.cs", "text");
        Write("Web.cs", "web");
        Write("README.md", "# Head\n\n<!-- measured: table -->\nold\n<!-- end of measured: table -->\n\nFoot\n");
        Write("docs/results.md", "<!-- measured: overview -->\n<!-- end of measured: overview -->\n");
        Write(".gitignore", "BenchmarkDotNet.Artifacts/\n");
        Git("init", "--quiet");
        Commit();
    }

    [Fact]
    public void A_run_is_copied_and_its_figures_stand_on_every_page()
    {
        Publish(1, "Text", 0.4);

        Assert.Equal(["Text/Text.Sort-report-github.md", "overview.md", "runs/2026-01-01-0100.json", "spread.md"], Files());
        Assert.Contains(
            "| Sort, 100 | **Once** | 10.0 µs | 1 |\n| | Twice | 1.49 (",
            Read("BenchmarkDotNet.Artifacts/reference/overview.md")
        );
        Assert.Contains("| | Twice | 1.49 (", Read("docs/results.md"));
        Assert.StartsWith("# Head\n\n<!-- measured: table -->\n| question | winner |", Read("README.md"));
        Assert.Contains("| which is faster | **Once** | Twice 1.49x of Once | same winner on 1 of 1 machine class |", Read("README.md"));
        Assert.EndsWith("<!-- end of measured: table -->\n\nFoot\n", Read("README.md"));
    }

    [Fact]
    public void An_alternative_that_the_table_names_has_to_be_there()
    {
        var named = new Publication(
            artifacts,
            new HarnessOptions
            {
                SourcesOfTopic = topic => [$"{topic}.cs"],
                Highlights = [new Highlight("which is faster", "Sort", "100") { Alternatives = ["Thrice"] }],
            }
        );

        var refused = Assert.Throws<UsageException>(() => Publish(1, "Text", 0.4, publication: named));

        Assert.Equal("The table of README.md needs Sort.Thrice, which is not published. Change the name, or publish it.", refused.Message);
        Assert.False(Directory.Exists(artifacts.Reference));
    }

    [Fact]
    public void Runs_of_the_same_code_are_merged_and_of_other_code_replaced()
    {
        Publish(1, "Text", 0.4);
        Publish(2, "Text", 0.42);
        Assert.Contains("02:00 UTC (3 launches, commit abc), 2026-01-01 01:00 UTC (3 launches", Read("docs/results.md"));
        Assert.Contains("| | Twice | 1.51 (", Read("docs/results.md"));

        Write("Text.cs", "changed");
        Commit();
        Publish(3, "Text", 0.8);

        Assert.Contains("03:00 UTC (3 launches, commit abc).", Read("docs/results.md"));
        Assert.Contains("| | Twice | 2.23 (", Read("docs/results.md"));
        Assert.Equal(["runs/2026-01-01-0300.json"], Files().Where(file => file.StartsWith("runs/", StringComparison.Ordinal)));
    }

    [Fact]
    public void Runs_of_another_method_are_not_merged()
    {
        Publish(1, "Text", 0.8);
        Publish(2, "Text", 0.4, RunRecord.CurrentMethod);
        Assert.Contains("02:00 UTC (3 launches, commit abc).", Read("docs/results.md"));
        Assert.Contains("| | Twice | 1.49 (", Read("docs/results.md"));
    }

    [Fact]
    public void Runs_of_another_machine_class_stand_beside_and_are_kept_when_the_code_changes()
    {
        Publish(1, "Text", 0.4, processor: "AuthenticAMD family 23 model 1 stepping 2");
        Write("Text.cs", "changed");
        Commit();
        Publish(2, "Text", 0.8, processor: "GenuineIntel family 6 model 207 stepping 2");

        var page = Read("docs/results.md");
        Assert.Contains("| question | variant | Emerald Rapids | Zen 1 | another machine |", page);
        Assert.Contains("| Sort, 100 | **Once** | 10.0 µs | 10.0 µs | 1 |", page);
        Assert.Matches(@"\| \| Twice \| 2\.23 \(2\.0\d-2\.4\d\) \| 1\.49 \(1\.3\d-1\.6\d\) \| [\d.]+-[\d.]+ \|", page);
        Assert.Contains("01:00 UTC (3 launches, commit abc), of older code.", page);
        Assert.Contains("| **Once** | Twice 1.82x of Once | same winner on 2 of 2 machine classes |", Read("README.md"));

        Publish(3, "Text", -0.4, processor: "AuthenticAMD family 26 model 2 stepping 1");

        Assert.Contains("| no clear difference | no clear difference | measured on 3 machine classes |", Read("README.md"));
        Assert.Equal(3, Files().Count(file => file.StartsWith("runs/", StringComparison.Ordinal)));
    }

    [Fact]
    public void A_topic_is_replaced_and_the_others_stay()
    {
        Publish(1, "Text", 0.4);
        Publish(2, "Web", 0.1);
        Assert.Contains("Text/Text.Sort-report-github.md", Files());
        Assert.Contains("Web/Web.Sort-report-github.md", Files());
        Assert.Contains("### Text", Read("docs/results.md"));
        Assert.Contains("### Web", Read("docs/results.md"));
    }

    [Fact]
    public void Figures_that_are_older_than_the_code_are_marked_and_only_those()
    {
        Publish(1, "Text", 0.4);
        Publish(2, "Web", 0.1);
        Assert.Empty(publication.Stale());
        Assert.All(publication.Pages(), page => Assert.Equal(page.Text, File.ReadAllText(page.Path)));

        Write("Web.cs", "changed");
        Assert.Equal(["Web"], publication.Stale().Select(topic => topic.Name));
        Commit();

        Assert.Equal(["Web"], publication.Stale().Select(topic => topic.Name));
        var page = publication.Pages().Single(page => page.Path.EndsWith("results.md", StringComparison.Ordinal)).Text;
        Assert.Equal(1, page.Split("The code has changed since this was measured").Length - 1);
        Assert.True(page.IndexOf("### Web", StringComparison.Ordinal) < page.IndexOf("The code has changed", StringComparison.Ordinal));
    }

    [Fact]
    public void Nothing_is_published_where_a_file_is_missing()
    {
        Publish(1, "Text", 0.4);
        var before = Files();
        var refused = Assert.Throws<UsageException>(() => publication.Add(Record(2, "Text", 0.4, "Text.Missing-report-github.md")));
        Assert.Contains("Text.Missing-report-github.md", refused.Message);
        Assert.Equal(before, Files());
    }

    [Fact]
    public void What_publishing_writes_is_no_code_of_a_program_that_names_no_sources()
    {
        Write(".gitignore", "");
        Commit();
        var before = Running.Git.CodeOf(folder.Path, null);
        Publish(1, "Text", 0.4);
        Write("docs/pictures/sort.svg", "<svg/>");

        Assert.NotNull(before);
        Assert.Equal(before, Running.Git.CodeOf(folder.Path, null));
        Commit();
        Assert.Equal(before, Running.Git.CodeOf(folder.Path, null));
        Write("Text.cs", "changed");
        Commit();
        Assert.NotEqual(before, Running.Git.CodeOf(folder.Path, null));
    }

    [Fact]
    public void A_name_with_an_underscore_is_published_and_read_again()
    {
        Publish(1, "Web_Perf", 0.4);
        Assert.Equal("Web_Perf", Assert.Single(Assert.Single(publication.Records()).Topics).Name);
    }

    [Fact]
    public void A_record_that_could_not_be_read_again_is_known_before_it_is_written()
    {
        var record = Record(1, "Text", 0.4, "Text.Sort-report-github.md");
        var category = record.Topics[0].Categories[0];
        var instant = category with { Benchmarks = [.. category.Benchmarks.Select(benchmark => benchmark with { Times = [0, 0, 0] })] };
        Assert.True(record.IsPlausible());
        Assert.False((record with { Topics = [record.Topics[0] with { Categories = [instant] }] }).IsPlausible());
    }

    [Fact]
    public void What_an_earlier_run_left_is_moved_aside()
    {
        artifacts.Write("Old-report-github.md", "old");
        var aside = artifacts.MoveEarlierResults();
        Assert.Empty(Directory.EnumerateFiles(artifacts.Results));
        Assert.Equal("old", File.ReadAllText(Path.Combine(aside!, "Old-report-github.md")));
        Assert.Null(artifacts.MoveEarlierResults());
    }

    [Fact]
    public void A_record_is_what_was_recorded()
    {
        var record = Record(1, "Text", 0.4, "Text.Sort-report-github.md");
        artifacts.Write(RunRecord.FileName, record.ToJson());
        Assert.Equal(record.ToJson(), artifacts.LastRun()!.ToJson());
    }

    [Fact]
    public void What_lies_beside_the_topics_stays()
    {
        Write("BenchmarkDotNet.Artifacts/reference/notes.md", "by hand");
        Write("BenchmarkDotNet.Artifacts/reference/Other/x.md", "by hand");
        Publish(1, "Text", 0.4);
        Assert.Equal(
            ["by hand", "by hand"],
            new[] { "notes.md", "Other/x.md" }.Select(file => Read($"BenchmarkDotNet.Artifacts/reference/{file}"))
        );
    }

    private void Publish(int hour, string topic, double logRatio, int method = 1, Publication? publication = null, string? processor = null)
    {
        var file = $"{topic}.Sort-report-github.md";
        artifacts.Write(file, $"table of hour {hour}");
        (publication ?? this.publication).Add(
            Record(hour, topic, logRatio, file) with
            {
                Method = method,
                Machine = processor is null ? null : new RunEnvironment("a processor", 2, "Linux", "X64", ProcessorModel: processor),
            }
        );
    }

    private RunRecord Record(int hour, string topic, double logRatio, string file) =>
        new(
            new DateTimeOffset(2026, 1, 1, hour, 0, 0, TimeSpan.Zero),
            new DateTimeOffset(2026, 1, 1, hour, 30, 0, TimeSpan.Zero),
            "abc",
            false,
            3,
            "BenchmarkDotNet v0.15.8, Linux",
            "a processor",
            ".NET 10.0.12",
            [],
            [
                new TopicRecord(
                    topic,
                    2,
                    Running.Git.CodeOf(folder.Path, [$"{topic}.cs"]),
                    [file],
                    [],
                    [
                        new CategoryRecord(
                            "Sort",
                            ["100"],
                            "",
                            [
                                new BenchmarkRecord(
                                    "Once",
                                    $"{topic}.Sort.Once(Length: 100)",
                                    true,
                                    [10_000, 10_000, 10_000],
                                    [],
                                    [],
                                    0,
                                    true
                                ),
                                new BenchmarkRecord(
                                    "Twice",
                                    $"{topic}.Sort.Twice(Length: 100)",
                                    false,
                                    [15_000, 15_000, 15_000],
                                    [logRatio - 0.01, logRatio, logRatio + 0.01],
                                    [0.001, 0.001, 0.001],
                                    0,
                                    true
                                ),
                            ]
                        ),
                    ]
                ),
            ]
        );

    private string[] Files() =>
        [
            .. Directory
                .EnumerateFiles(artifacts.Reference, "*", SearchOption.AllDirectories)
                .Select(file => Path.GetRelativePath(artifacts.Reference, file).Replace('\\', '/'))
                .Order(StringComparer.Ordinal),
        ];

    private void Write(string name, string text)
    {
        var path = Path.Combine(folder.Path, name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }

    private string Read(string name) => File.ReadAllText(Path.Combine(folder.Path, name));

    private void Commit()
    {
        Git("add", "-A");
        Git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", "a commit");
    }

    private void Git(params string[] arguments)
    {
        using var git = Process.Start(new ProcessStartInfo("git", arguments) { WorkingDirectory = folder.Path })!;
        git.WaitForExit();
        Assert.Equal(0, git.ExitCode);
    }
}

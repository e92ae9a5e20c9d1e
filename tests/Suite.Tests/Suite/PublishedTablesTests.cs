using Bench.Harness;
using Bench.Harness.Running;
using Bench.Published;

namespace Suite.Tests.Suite;

public sealed class PublishedTablesTests
{
    private static readonly Publication Publication = new(new ArtifactsFolder(Checkout.Root, null), Benchmarks.Suite.Options);

    public static TheoryData<string> Topics =>
        [.. Publication.Records().SelectMany(run => run.Topics).Select(topic => topic.Name).Distinct()];

    // Git knows if the code has changed since.
    [Fact]
    [Trait("Category", "Process")]
    public void Every_page_is_what_the_program_makes_of_the_published_runs()
    {
        var pages = Publication.Pages();

        Assert.Equal(2 + Benchmarks.Suite.Options.Pages.Count, pages.Count(page => page.Path.EndsWith(".md", StringComparison.Ordinal)));
        // `--stale` writes these marks after a change of the code, so that a commit does not need a measurement.
        Assert.All(pages, page => Assert.Equal(page.Text, File.ReadAllText(page.Path).ReplaceLineEndings("\n")));
    }

    [Theory]
    [MemberData(nameof(Topics))]
    public void A_published_topic_was_complete_and_all_of_it_is_there(string name)
    {
        // A record of another machine class may have been added without its tables.
        var newest = Publication
            .Records()
            .Where(run => run.Obstacles.Count == 0 && run.Topics.Any(topic => topic.Name == name))
            .MaxBy(run => run.Started)!;
        var topic = newest.Topics.Single(topic => topic.Name == name);

        Assert.True(newest.Launches >= RunRecord.MinLaunches);
        Assert.False(newest.IsQuick);
        Assert.Equal(
            topic.Files.Order(StringComparer.Ordinal),
            Directory
                .EnumerateFiles(Path.Combine(Checkout.Published, name))
                .Select(file => Path.GetFileName(file)!)
                .Order(StringComparer.Ordinal)
        );
        Assert.Equal(topic.Benchmarks, topic.Categories.Sum(category => category.Benchmarks.Count));
    }

    [Fact]
    public void Every_line_of_the_readme_names_a_class_of_the_suite()
    {
        var classes = Benchmarks
            .Suite.Options.Assemblies.SelectMany(assembly => assembly.GetTypes())
            .Select(type => type.Name)
            .ToHashSet(StringComparer.Ordinal);
        Assert.All(Benchmarks.Suite.Options.Highlights, highlight => Assert.Contains($"{highlight.Type}Benchmarks", classes));
    }

    [Fact]
    public void A_table_is_less_than_180_columns_wide()
    {
        string[] rows =
        [
            .. Directory
                .EnumerateFiles(Checkout.Published, "*-github.md", SearchOption.AllDirectories)
                .SelectMany(File.ReadLines)
                .Where(line => line.StartsWith('|')),
        ];

        Assert.NotEmpty(rows);
        Assert.All(rows, row => Assert.InRange(row.Length, 1, 179));
    }

    // If frameworks are the variants, the job follows the name: "Type.Method: .NET 8(Runtime=.NET 8.0, ...)".
    private static string NameOf(JsonElement benchmark)
    {
        var job = benchmark.GetProperty("DisplayInfo").GetString()!.Split(": ", 2)[1].Split('(')[0];
        return benchmark.GetProperty("FullName").GetString() + (job.StartsWith(".NET ", StringComparison.Ordinal) ? $" [{job}]" : "");
    }

    [Fact]
    public void A_table_says_what_its_run_recorded()
    {
        foreach (var run in Publication.Records().OrderByDescending(run => run.Started).Take(1))
        {
            foreach (var topic in run.Topics)
            {
                var ratios = topic
                    .Files.Where(file => file.EndsWith("-full-compressed.json", StringComparison.Ordinal))
                    .SelectMany(file =>
                    {
                        using var json = JsonDocument.Parse(File.ReadAllText(Path.Combine(Checkout.Published, topic.Name, file)));
                        return json
                            .RootElement.GetProperty("Benchmarks")
                            .EnumerateArray()
                            .ToDictionary(NameOf, benchmark =>
                                benchmark
                                    .GetProperty("Metrics")
                                    .EnumerateArray()
                                    .Where(metric =>
                                        metric
                                            .GetProperty("Descriptor")
                                            .GetProperty("Id")
                                            .GetString()!
                                            .StartsWith("InterleavedRatio", StringComparison.Ordinal)
                                    )
                                    .Select(metric => Math.Log(metric.GetProperty("Value").GetDouble()))
                                    .ToArray()
                            );
                    })
                    .ToDictionary();
                foreach (var benchmark in topic.Categories.SelectMany(category => category.Benchmarks))
                {
                    Assert.Equal(ratios[benchmark.FullName].Length, benchmark.LogRatios.Count);
                    Assert.All(ratios[benchmark.FullName].Zip(benchmark.LogRatios), pair => Assert.Equal(pair.First, pair.Second, 1e-4));
                }
            }
        }
    }
}

namespace Suite.Tests.Suite;

[Trait("Category", "Process")]
[Trait("Category", "Measured")]
public sealed class MeasuringProgramTests : TemporaryFolderTests
{
    [Fact]
    public async Task A_run_writes_its_tables_to_the_artifacts_folder_and_is_not_published_when_it_is_not_complete()
    {
        var published = Child.Listing(Checkout.Published);

        // "out" is relative to the folder the program was started in, although BenchmarkDotNet works elsewhere.
        var run = await Child.RunSuite(
            folder.Path,
            "--filter",
            "*ContractResolverBenchmarks*",
            "--artifacts",
            "out",
            "--launchCount",
            "1",
            "--warmupCount",
            "1",
            "--iterationCount",
            "3",
            "--iterationTime",
            "20"
        );

        Assert.Equal("", run.Error);
        Assert.Equal(0, run.ExitCode);

        var results = Path.Combine(folder.Path, "out", "results");
        var table = await File.ReadAllTextAsync(
            Path.Combine(results, "Benchmarks.Serialization.ContractResolverBenchmarks-report-github.md"),
            TestContext.Current.CancellationToken
        );
        foreach (
            var column in new[]
            {
                "Mean",
                "Ratio",
                "Allocated",
                "Alloc Ratio",
                "95 % CI",
                "Significant",
                "Ratio spread",
                "Time spread",
                "Launches",
            }
        )
            Assert.Contains($" {column} ", table);
        Assert.All(["Error", "StdDev", "Median"], column => Assert.DoesNotContain($" {column} ", table));

        using var json = JsonDocument.Parse(
            await File.ReadAllTextAsync(
                Path.Combine(results, "Benchmarks.Serialization.ContractResolverBenchmarks-report-full-compressed.json"),
                TestContext.Current.CancellationToken
            )
        );
        Assert.Equal(2, json.RootElement.GetProperty("Benchmarks").GetArrayLength());
        Assert.All(json.RootElement.GetProperty("Benchmarks").EnumerateArray(), benchmark =>
            Assert.True(benchmark.GetProperty("Statistics").GetProperty("Mean").GetDouble() > 0)
        );
        Assert.True(File.Exists(Path.Combine(results, "overview.md")));

        var publish = await Child.RunSuite(folder.Path, "--publish", "--artifacts", "out");
        Assert.Equal(1, publish.ExitCode);
        var reasons = Assert.Single(publish.ErrorLines);
        Assert.StartsWith("benchmarks: not published: ", reasons);
        Assert.Contains("2 of 29 benchmarks of Serialization were selected", reasons);
        Assert.Contains("--launchCount is 1, but a published table needs 2", reasons);
        Assert.Contains("an option changed the job", reasons);
        Assert.Equal(published, Child.Listing(Checkout.Published));
    }

    // If the feed lacks the runtime of .NET 8, that framework is left out.
    [Fact]
    public async Task Frameworks_are_measured_on_their_runtimes_and_named_columns_are_shown()
    {
        var run = await Child.RunSuite(
            folder.Path,
            "--job",
            "short",
            "--filter",
            "*.FrameworkBenchmarks.Regex*",
            "--runtimes",
            "net8.0",
            "net10.0",
            "--columns",
            "Error",
            "Median",
            "--artifacts",
            "out"
        );

        Assert.Equal("", run.Error);
        Assert.Equal(0, run.ExitCode);
        var table = await File.ReadAllTextAsync(
            Path.Combine(folder.Path, "out", "results", "Benchmarks.Frameworks.FrameworkBenchmarks-report-github.md"),
            TestContext.Current.CancellationToken
        );
        Assert.Matches(@"\n  \.NET 10 : \.NET 10\.", table);
        Assert.NotEqual(
            Regex.IsMatch(table, @"\n  \.NET 8  : \.NET 8\."),
            run.Output.Contains(".NET 8 is skipped: ", StringComparison.Ordinal)
        );
        Assert.Contains(" Error ", table);
        Assert.Contains(" Median ", table);
        Assert.DoesNotContain(" StdDev ", table);
        Assert.DoesNotContain(" Arguments ", table);
    }

    [Fact]
    public async Task Two_runs_of_one_build_do_not_measure_at_once()
    {
        using var other = new FileStream(
            Path.Combine(Path.GetDirectoryName(Checkout.Program)!, ".measuring"),
            FileMode.OpenOrCreate,
            FileAccess.ReadWrite,
            FileShare.None
        );

        var run = await Child.RunSuite(folder.Path, "--quick", "--filter", "*ContractResolver*", "--artifacts", folder.Path);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("Another run of this build is measuring", Assert.Single(run.ErrorLines));
    }
}

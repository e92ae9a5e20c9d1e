namespace Suite.Tests.Suite;

[Trait("Category", "Process")]
public sealed class ProgramTests : TemporaryFolderTests
{
    [Fact]
    public async Task Smoke_runs_benchmarks_once_and_finds_no_problem()
    {
        var run = await Child.RunSuite(folder.Path, "--smoke", "--filter", "*.GetBenchmarks*", "*ContractResolver*");

        Assert.Equal("", run.Error);
        Assert.Equal(0, run.ExitCode);
        Assert.Contains(", 0 problems,", run.Output);
        Assert.Empty(Directory.EnumerateFileSystemEntries(folder.Path));
        var list = Child.RunHere(folder.Path, "--list", "flat");
        foreach (var client in new[] { "Refit", "WebApiClientCore" })
        {
            var isMissing = run
                .Output.Split('\n')
                .Any(line => line.StartsWith("Not measured:", StringComparison.Ordinal) && line.Contains(client));
            Assert.NotEqual(isMissing, list.Output.Contains($"GetBenchmarks.{client}"));
        }
    }

    [Fact]
    public void A_run_that_could_not_be_published_is_refused_before_it_is_measured()
    {
        var run = Child.RunHere(folder.Path, "--filter", "*ContractResolver*", "--publish", "--artifacts", folder.Path);
        Assert.Equal(1, run.ExitCode);
        Assert.Contains("benchmarks of Serialization were selected", Assert.Single(run.ErrorLines));
        Assert.Empty(Directory.EnumerateFileSystemEntries(folder.Path));
    }

    [Fact]
    public async Task Without_PostgreSQL_the_benchmarks_of_queries_run_on_SQLite_and_are_not_published()
    {
        (string, string)[] onSqlite = [("ConnectionStrings__AdventureWorks", "Data Source=")];

        var smoke = await Child.RunSuite(onSqlite, folder.Path, "--smoke", "--filter", "*.AdventureWorks.*");
        var publish = await Child.RunSuite(
            onSqlite,
            folder.Path,
            "--publish",
            "--filter",
            "*.AdventureWorks.*",
            "--artifacts",
            folder.Path
        );

        Assert.Equal(("", 0), (smoke.Error, smoke.ExitCode));
        Assert.Contains("Smoke: 28 benchmarks ran once, 0 problems", smoke.Output);
        Assert.Contains("Not measured: PostgreSQL. SQLite takes its place", smoke.Output);
        Assert.Equal(1, publish.ExitCode);
        Assert.Contains("Not measured: PostgreSQL.", Assert.Single(publish.ErrorLines));
    }

    [Fact]
    public async Task A_record_that_no_run_wrote_publishes_nothing()
    {
        var published = Child.Listing(Checkout.Published);
        var results = Directory.CreateDirectory(Path.Combine(folder.Path, "results")).FullName;
        await File.WriteAllTextAsync(Path.Combine(results, "run.json"), "{}", TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(Path.Combine(results, "x-report-github.md"), "x", TestContext.Current.CancellationToken);

        var run = Child.RunHere(folder.Path, "--publish", "--artifacts", folder.Path);

        Assert.Equal(2, run.ExitCode);
        Assert.StartsWith("benchmarks: --publish: ", Assert.Single(run.ErrorLines));
        Assert.Equal(published, Child.Listing(Checkout.Published));
    }

    // BenchmarkDotNet runs other programs to find the processor.
    [Fact]
    public async Task Information_is_exit_code_0()
    {
        var run = await Child.RunSuite(folder.Path, "--info");
        Assert.Equal(0, run.ExitCode);
        Assert.Contains("BenchmarkDotNet", run.Output);
    }

    [Fact]
    public async Task Bad_arguments_are_exit_code_2_and_one_line()
    {
        var run = await Child.RunSuite(folder.Path, "--no-such-option");
        Assert.Equal(2, run.ExitCode);
        Assert.StartsWith("benchmarks: ", Assert.Single(run.ErrorLines));
        Assert.DoesNotContain("   at ", run.Output + run.Error);
    }

    [Fact]
    public async Task An_artifacts_folder_that_cannot_be_written_is_exit_code_2_and_one_line()
    {
        var file = Path.Combine(folder.Path, "file");
        await File.WriteAllTextAsync(file, "", TestContext.Current.CancellationToken);
        var run = Child.RunHere(folder.Path, "--filter", "*ContractResolver*", "--artifacts", Path.Combine(file, "out"));
        Assert.Equal(2, run.ExitCode);
        Assert.Contains("artifacts folder", Assert.Single(run.ErrorLines));
    }

    [Fact]
    public void Publishing_without_a_recorded_run_is_exit_code_2()
    {
        var run = Child.RunHere(folder.Path, "--publish", "--artifacts", folder.Path);
        Assert.Equal(2, run.ExitCode);
        Assert.Contains("no usable run is recorded", Assert.Single(run.ErrorLines));
    }

    [Fact]
    public async Task An_unquoted_star_means_everything_and_it_says_so()
    {
        string[] names = ["a.cs", "b.cs"];
        foreach (var name in names)
            await File.WriteAllTextAsync(Path.Combine(folder.Path, name), "", TestContext.Current.CancellationToken);
        var run = Child.RunHere(folder.Path, ["--list", "flat", "--filter", .. names]);
        Assert.Contains("expanded the unquoted star", run.Output);
        Assert.Contains("Benchmarks.WebApi.TextGetBenchmarks", run.Output);
        Assert.Contains("Benchmarks.Text.ReplaceIgnoreCaseBenchmarks", run.Output);
    }
}

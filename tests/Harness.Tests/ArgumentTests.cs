using Bench.Harness.Running;

namespace Bench.Harness.Tests;

public sealed class ArgumentTests : TemporaryFolderTests
{
    public ArgumentTests()
    {
        foreach (var name in new[] { "Answers.cs", "Program.cs", ".hidden" })
            File.WriteAllText(Path.Combine(folder.Path, name), "");
        Directory.CreateDirectory(Path.Combine(folder.Path, "Text"));
    }

    [Fact]
    public void A_listing_after_filter_is_an_expanded_star()
    {
        var arguments = Parse("--filter", "Answers.cs", "Program.cs", "Text", "--launchCount", "3");
        Assert.True(arguments.StarWasExpanded);
        Assert.Equal(["--filter", "*", "--launchCount", "3"], arguments.ForBenchmarkDotNet);
    }

    [Fact]
    public void What_the_build_added_since_may_be_missing_from_the_listing()
    {
        Directory.CreateDirectory(Path.Combine(folder.Path, "bin"));
        Directory.CreateDirectory(Path.Combine(folder.Path, "obj"));
        Assert.True(Parse("--filter", "Answers.cs", "Program.cs", "Text").StarWasExpanded);
        Assert.True(Parse("--filter", "Answers.cs", "Program.cs", "Text", "bin", "obj").StarWasExpanded);
    }

    [Theory]
    [InlineData("*Text*")]
    [InlineData("*")]
    [InlineData("Text")]
    [InlineData("Answers.cs", "Program.cs")]
    [InlineData("Answers.cs", "Program.cs", "Text", "*Get*")]
    [InlineData("Answers.cs", "Program.cs", "Text", ".hidden")]
    public void A_filter_that_is_no_whole_listing_stays(params string[] patterns)
    {
        var arguments = Parse(["--filter", .. patterns]);
        Assert.False(arguments.StarWasExpanded);
        Assert.Equal(["--filter", .. patterns], arguments.ForBenchmarkDotNet);
    }

    [Theory]
    [InlineData("--publish")]
    [InlineData("--quick")]
    [InlineData("--smoke")]
    public void What_is_not_interleaved_is_neither_quick_nor_published(string other) =>
        Assert.Contains("--no-interleaving", Assert.Throws<UsageException>(() => Parse("--no-interleaving", other)).Message);

    [Fact]
    public void Own_switches_are_split_off()
    {
        var arguments = Parse("--quick", "--filter", "*Get*", "--artifacts", "out", "--memory");
        Assert.Equal(RunKind.Quick, arguments.Kind);
        Assert.Equal(Path.Combine(folder.Path, "out"), arguments.ArtifactsPath);
        Assert.Equal(["--filter", "*Get*", "--memory"], arguments.ForBenchmarkDotNet);
        Assert.True(arguments.AsksForBenchmarks);
    }

    [Theory]
    [InlineData("--job", "medium")]
    [InlineData("-j", "Medium")]
    [InlineData("--job=medium")]
    public void A_job_of_BenchmarkDotNet_is_its_number_of_launches(params string[] job) =>
        Assert.Equal(["--filter", "*", "--launchCount", "2"], Parse([.. job, "--filter", "*"]).ForBenchmarkDotNet);

    [Fact]
    public void Options_that_are_given_go_before_those_of_a_job()
    {
        Assert.Equal(["--launchCount", "5"], Parse("--job", "long", "--launchCount", "5").ForBenchmarkDotNet);
        Assert.Equal(RunKind.Quick, Parse("--job", "short").Kind);
        Assert.Empty(Parse("--job", "default").ForBenchmarkDotNet);
    }

    [Fact]
    public void Columns_and_frameworks_are_split_off()
    {
        var arguments = Parse("--columns", "Error,StdDev", "Median", "--filter", "*", "-r", "net8.0", "net10.0", "--memory");
        Assert.Equal(["Error", "StdDev", "Median"], arguments.Columns);
        Assert.Equal(["net8.0", "net10.0"], arguments.Runtimes);
        Assert.Equal(["--filter", "*", "--memory"], arguments.ForBenchmarkDotNet);
    }

    [Theory]
    [InlineData("--quick --smoke")]
    [InlineData("--smoke --publish")]
    [InlineData("--quick --publish")]
    [InlineData("--artifacts")]
    [InlineData("--artifacts --smoke")]
    [InlineData("--artifacts=")]
    [InlineData("--stale --filter *")]
    [InlineData("--stale --publish")]
    [InlineData("--verbose *Get*")]
    [InlineData("--job nonsense")]
    [InlineData("--job")]
    [InlineData("--job short --smoke")]
    [InlineData("--columns")]
    [InlineData("--runtimes --quick")]
    [InlineData("--runtimes net8.0 --smoke")]
    public void Contradictions_are_refused(params string[] arguments) => Assert.Throws<UsageException>(() => Parse(arguments));

    [Theory]
    [InlineData(true, "--filter *")]
    [InlineData(true, "-f", "*")]
    [InlineData(true, "--filter=*")]
    [InlineData(true, "--anyCategories x")]
    [InlineData(false)]
    [InlineData(false, "--memory")]
    public void It_knows_whether_benchmarks_were_asked_for(bool expected, params string[] arguments) =>
        Assert.Equal(expected, Parse(arguments).AsksForBenchmarks);

    [Fact]
    public void A_mistyped_filter_is_answered_with_the_nearest_names()
    {
        string[] names =
        [
            "Benchmarks.Text.ReplaceIgnoreCaseBenchmarks.KeptRegex",
            "Benchmarks.WebApi.TextGetBenchmarks.Minimal",
            "Benchmarks.WebApi.JsonGetBenchmarks.Minimal",
            "Benchmarks.HttpClients.PostBenchmarks.Refit",
        ];

        var nearest = NearestNames.Of(["--filter", "*JsonGte*"], names);

        Assert.Equal("Benchmarks.WebApi.JsonGetBenchmarks.Minimal", nearest.First());
    }

    private HarnessArguments Parse(params string[] arguments) => HarnessArguments.Parse(ArgumentWords.Of(arguments), folder.Path);
}

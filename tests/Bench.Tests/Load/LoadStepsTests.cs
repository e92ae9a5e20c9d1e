using Bench.Cli.Load;

namespace Bench.Tests;

[Trait("Category", "Process")]
public sealed class LoadStepsTests : FolderTests
{
    [Theory]
    [InlineData("results")]
    [InlineData("results/")]
    [InlineData(".")]
    public void Results_are_no_other_code_and_code_beside_them_is(string results)
    {
        folder.Git("init", "--quiet", "--initial-branch=main");
        var project = folder.Write("App/App.csproj", "<Project />");
        folder.Commit("first");
        var clean = Source();

        foreach (var extension in new[] { ".json", ".json.part", ".md", ".dat", ".svg" })
            folder.Write(Path.Combine(results, $"run{extension}"), "");
        var withResults = Source();
        folder.Write(Path.Combine(results, "Source.cs"), "class Source;");

        Assert.NotNull(clean);
        Assert.Equal(clean, withResults);
        Assert.NotEqual(clean, Source());

        string? Source() => SourceOf(project, Path.Combine(folder.Root, results));
    }

    [Fact]
    public void Another_project_of_the_same_name_is_other_code()
    {
        folder.Git("init", "--quiet", "--initial-branch=main");
        var (first, second) = (folder.Write("v1/Api.csproj", "<Project />"), folder.Write("v2/Api.csproj", "<Project />"));
        folder.Commit("first");
        Assert.NotEqual(SourceOf(first, folder.Root), SourceOf(second, folder.Root));
        Assert.Equal(SourceOf(first, folder.Root), SourceOf(first, folder.Root));
    }

    private static string? SourceOf(string project, string results) =>
        LoadSteps.SourceOf([project], results, TestContext.Current.CancellationToken);

    [Fact]
    public void A_file_that_will_be_replaced_may_be_anything_and_one_that_goes_on_may_not()
    {
        var file = folder.Write("run.json", """{"schema":"bench-results/1","kind":"Load","benchmarks":[],"load":{}}""");
        Assert.Null(Before(isResumed: false));
        Assert.Contains("parts missing", Assert.Throws<LoadException>(() => Before(isResumed: true)).Message);
        LoadRun? Before(bool isResumed) =>
            LoadSteps.Before(BenchProgram.Context(folder.Root), file, isResumed, LoadFiles.TryRead, run => run.Partial);
    }
}

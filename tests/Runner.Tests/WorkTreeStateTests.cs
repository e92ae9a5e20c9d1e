namespace Bench.Runner.Tests;

[Trait("Category", "Process")]
public sealed class WorkTreeStateTests : FolderTests
{
    private readonly Repository repository;

    public WorkTreeStateTests()
    {
        folder.Git("init", "--quiet", "--initial-branch=main");
        folder.Write("App/App.cs", "class App;");
        folder.Commit("first");
        repository = Repository.Find(folder.Root, TestContext.Current.CancellationToken);
    }

    [Theory]
    [InlineData("results")]
    [InlineData("results/")]
    [InlineData(".")]
    [InlineData("./")]
    public void Of_the_folder_of_results_journals_alone_do_not_count(string results)
    {
        var clean = Hash(results);

        Journal("one search");
        Journal("another");
        var withJournals = Hash(results);
        folder.Write(Path.Combine(results, "Source.cs"), "class Source;");
        var withSource = Hash(results);
        folder.Write("App/App.cs", "class App { }");

        Assert.Equal(clean, withJournals);
        Assert.NotEqual(clean, withSource);
        Assert.NotEqual(withSource, Hash(results));

        void Journal(string of)
        {
            var file = BisectJournal.PathOf(Path.Combine(folder.Root, results), of);
            foreach (var name in new[] { file, file + ".part", Path.ChangeExtension(file, ".lock") })
                folder.Write(name, of);
        }
    }

    [Fact]
    public void A_file_that_is_gone_is_no_empty_one()
    {
        folder.Write("App/App.cs", "");
        var empty = Hash("results");
        File.Delete(Path.Combine(folder.Root, "App/App.cs"));
        Assert.NotEqual(empty, Hash("results"));
    }

    [Fact]
    public async Task A_link_to_a_device_without_an_end_is_not_read()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "/dev/zero");
        File.CreateSymbolicLink(Path.Combine(folder.Root, "App/Endless.cs"), "/dev/zero");

        // Only a guard: reading it would never end.
        await Task.Run(() => Hash("results"), TestContext.Current.CancellationToken)
            .WaitAsync(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken);
    }

    // The way in which the command computes it.
    private string Hash(string results) =>
        WorkTreeState.Hash(repository, file => BisectJournal.IsOne(file, Path.GetFullPath(results, repository.Root)));
}

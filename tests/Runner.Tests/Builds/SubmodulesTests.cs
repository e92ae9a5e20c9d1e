namespace Bench.Runner.Tests;

[Trait("Category", "Process")]
public sealed class SubmodulesTests : FolderTests
{
    private readonly string root;

    public SubmodulesTests()
    {
        root = Path.Combine(folder.Root, "repository");
        foreach (var name in new[] { "innermost", "inner", "left out", "repository" })
            Create(name);
        AddSubmodule("inner", "innermost", "deep");
        AddSubmodule("repository", "inner", "modules/a module");
        AddSubmodule("repository", "left out", "huge");
        Git(root, "submodule", "--quiet", "update", "--init", "--recursive", "modules/a module");
        Git(root, "submodule", "--quiet", "deinit", "--force", "huge");
    }

    [Fact]
    public void Those_of_the_work_tree_are_taken_from_it_without_a_network()
    {
        var first = MeasuredPrograms.GitIn(root, "rev-parse", "HEAD").Trim();
        // The module has another commit here and there, and its origin no longer exists.
        var module = Path.Combine(root, "modules/a module");
        File.WriteAllText(Path.Combine(module, "a later file"), "");
        MeasuredPrograms.CommitIn(module, "a later file");
        MeasuredPrograms.CommitIn(root, "the later module");
        foreach (var name in new[] { "innermost", "inner", "left out" })
            Directory.Move(Path.Combine(folder.Root, name), Path.Combine(folder.Root, name + ", elsewhere"));
        var repository = Repository.Find(root, TestContext.Current.CancellationToken);
        var checkout = Path.Combine(folder.Root, "checkout");

        repository.AddWorktree(first, checkout);

        Assert.True(File.Exists(Path.Combine(checkout, "modules/a module/inner.txt")));
        Assert.True(File.Exists(Path.Combine(checkout, "modules/a module/deep/innermost.txt")));
        Assert.False(File.Exists(Path.Combine(checkout, "modules/a module/a later file")));
        Assert.Empty(Directory.EnumerateFileSystemEntries(Path.Combine(checkout, "huge")));
        repository.RemoveWorktree(checkout);
        Assert.False(Directory.Exists(checkout));
        Assert.True(File.Exists(Path.Combine(module, "a later file")));
    }

    [Fact]
    public void A_module_that_cannot_be_had_is_named()
    {
        var first = MeasuredPrograms.GitIn(root, "rev-parse", "HEAD").Trim();
        Git(root, "rm", "--quiet", "-r", "modules/a module");
        MeasuredPrograms.CommitIn(root, "no module");
        Directory.Delete(Path.Combine(root, ".git/modules"), recursive: true);
        Directory.Move(Path.Combine(folder.Root, "inner"), Path.Combine(folder.Root, "elsewhere"));
        var repository = Repository.Find(root, TestContext.Current.CancellationToken);

        var error = Assert.Throws<RunnerException>(() => repository.AddWorktree(first, Path.Combine(folder.Root, "checkout")));

        Assert.StartsWith("git cannot get the submodule modules/a module of the baseline: fatal:", error.Message);
    }

    // Works like git-lfs.
    [Fact]
    public void Files_of_a_filter_are_what_it_makes_of_them()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "the filter is sed");
        Git(root, "config", "filter.large.clean", "sed s/large/pointer/");
        Git(root, "config", "filter.large.smudge", "sed s/pointer/large/");
        File.WriteAllText(Path.Combine(root, ".gitattributes"), "*.bin filter=large\n");
        File.WriteAllText(Path.Combine(root, "data.bin"), "large\n");
        MeasuredPrograms.CommitIn(root, "a large file");
        var repository = Repository.Find(root, TestContext.Current.CancellationToken);
        var checkout = Path.Combine(folder.Root, "checkout");

        repository.AddWorktree(repository.Commit("HEAD"), checkout);

        Assert.Equal("pointer\n", MeasuredPrograms.GitIn(root, "cat-file", "blob", "HEAD:data.bin"));
        Assert.Equal("large\n", File.ReadAllText(Path.Combine(checkout, "data.bin")));
    }

    private void Create(string name)
    {
        var path = Path.Combine(folder.Root, name);
        MeasuredPrograms.GitIn(path, "init", "--quiet", "--initial-branch=main");
        File.WriteAllText(Path.Combine(path, name + ".txt"), "");
        MeasuredPrograms.CommitIn(path, name);
    }

    private void AddSubmodule(string outer, string inner, string at)
    {
        var path = Path.Combine(folder.Root, outer);
        Git(path, "submodule", "--quiet", "add", Path.Combine(folder.Root, inner), at);
        MeasuredPrograms.CommitIn(path, inner);
    }

    private static void Git(string path, params string[] arguments) =>
        MeasuredPrograms.GitIn(path, ["-c", "protocol.file.allow=always", .. arguments]);
}

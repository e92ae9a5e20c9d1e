using Bench.PrivatePostgres;

namespace Bench.Runner.Tests;

[Trait("Category", "Process")]
public sealed class WorkspaceTests : FolderTests
{
    [Fact]
    public void What_the_killed_left_is_removed_and_what_the_living_have_is_not()
    {
        var (left, kept) = (Leave("left"), Leave("kept"));
        using (FileLock.Try(kept[0] + ".lock", isTemporary: true))
        {
            new Workspace(null).Dispose();

            Assert.Equal([false, false], left.Select(Path.Exists));
            Assert.Equal([true, true], kept.Select(Path.Exists));
        }

        Directory.Delete(kept[0], recursive: true);
    }

    [Fact]
    public void A_work_tree_has_the_same_folder_in_each_check_and_two_checks_have_two()
    {
        folder.Git("init", "--quiet", "--initial-branch=main");
        MeasuredPrograms.CommitStagedIn(folder.Root, "first", "--allow-empty");
        var repository = Repository.Find(folder.Root, TestContext.Current.CancellationToken);
        var commit = repository.Commit("HEAD");
        string first,
            checkout;
        using (var workspace = new Workspace(repository))
        {
            first = workspace.Folder;
            checkout = workspace.Checkout(commit);
            using var second = new Workspace(repository);
            Assert.Equal($"{first}-2", second.Folder);
            Assert.Equal(Path.Combine(first, commit[..12]), checkout);
            Assert.Equal($"{checkout}-2", workspace.Checkout(commit));
        }

        Assert.Empty(Directory.EnumerateFileSystemEntries(Path.GetTempPath(), $"{Path.GetFileName(first)}*"));
        using var again = new Workspace(repository);
        Assert.Equal(first, again.Folder);
        Assert.Equal(checkout, again.Checkout(commit));
    }

    [Theory]
    [InlineData("A=1\0TMPDIR=/tmp/bench-check-1/t\0B=2", true)]
    [InlineData("TMPDIR=/tmp/bench-check-1", true)]
    [InlineData("TMPDIR=/tmp/bench-check-1-2/t", false)]
    [InlineData("TMPDIR=/tmp/bench-check-12/t", false)]
    [InlineData("TMPDIR=/tmp/bench-check-1 2/t", false)]
    [InlineData("TMPDIR=/var/tmp/bench-check-1/t", false)]
    [InlineData("OLD_TMPDIR=/tmp/bench-check-1/t\0TMPDIR=/tmp", false)]
    [InlineData("PWD=/tmp/bench-check-1/tree", false)]
    public void A_process_is_ended_that_has_its_temporary_files_in_the_folder(string environment, bool isIn) =>
        Assert.Equal(isIn, TemporaryFiles.IsNamed(environment, "/tmp/bench-check-1"));

    /// <summary>An editor with a file there, or a check whose name begins the same, does not belong to it.</summary>
    [Fact]
    public void Only_builds_of_a_killed_check_are_ended()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "looks at /proc");
        var left = Directory.CreateDirectory(Path.Combine(Path.GetTempPath(), $"bench-check-{Guid.NewGuid():N}")).FullName;
        using var build = Sleep(left, Path.Combine(left, "t"));
        using var other = Sleep(left, $"{left} 2/t");
        try
        {
            new Workspace(null).Dispose();

            Assert.True(build.WaitForExit(TimeSpan.FromSeconds(30)));
            Assert.False(other.HasExited);
        }
        finally
        {
            other.Kill();
        }

        static Process Sleep(string named, string temporary)
        {
            var start = new ProcessStartInfo("sh", ["-c", "exec sleep 300", named]);
            start.Environment["TMPDIR"] = temporary;
            return Process.Start(start)!;
        }
    }

    [Fact]
    public void Temporary_files_have_a_short_path_that_goes_with_the_folder()
    {
        string folder,
            temporary;
        using (var workspace = new Workspace(null))
        {
            (folder, temporary) = (workspace.Folder, workspace.Temporary);
            Assert.True(TemporaryFiles.HasRoomFor(temporary));
            Assert.Equal(temporary, TemporaryFiles.Of(folder));
            File.WriteAllText(Path.Combine(temporary, "file"), "");
        }

        Assert.False(Path.Exists(temporary));
    }

    /// <summary>git locks a checkout until it is complete, and its own cleanup skips locked ones.</summary>
    [Fact]
    public void A_folder_of_temporary_files_that_can_not_be_written_is_named_with_the_variable()
    {
        using var folder = new TemporaryFolder();
        var missing = Path.Combine(folder.Path, "missing");
        WorkspaceFolder.EnsureWritable(folder.Path);
        var failure = Assert.Throws<RunnerException>(() => WorkspaceFolder.EnsureWritable(missing));
        Assert.StartsWith($"{missing} cannot be written", failure.Message);
        Assert.EndsWith("Set TMPDIR to another folder.", failure.Message);
        Assert.Empty(Directory.GetFileSystemEntries(folder.Path));
    }

    /// <summary>Other users may write to the folder of temporary files.</summary>
    [Fact]
    public void A_lock_that_is_a_link_is_not_taken_and_what_it_leads_to_keeps_its_length()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "links need rights");
        using var folder = new TemporaryFolder();
        var (file, link) = (Path.Combine(folder.Path, "own"), Path.Combine(folder.Path, "check.lock"));
        File.WriteAllText(file, "own");
        File.CreateSymbolicLink(link, file);

        using var taken = FileLock.Try(link, isTemporary: true);

        Assert.Null(taken);
        Assert.Equal("own", File.ReadAllText(file));
    }

    [Fact]
    public void A_checkout_that_was_cut_short_is_forgotten()
    {
        folder.Git("init", "--quiet", "--initial-branch=main");
        MeasuredPrograms.CommitStagedIn(folder.Root, "first", "--allow-empty");
        var left = Path.Combine(Path.GetTempPath(), "bench-check-cut-short");
        folder.Git("worktree", "add", "--quiet", "--detach", Path.Combine(left, "tree0"));
        folder.Git("worktree", "lock", Path.Combine(left, "tree0"));

        new Workspace(Repository.Find(folder.Root, TestContext.Current.CancellationToken)).Dispose();

        Assert.False(Directory.Exists(left));
        Assert.Single(MeasuredPrograms.GitIn(folder.Root, "worktree", "list").Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }

    [Fact]
    public void What_a_link_leads_to_is_left_alone()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "links need rights");
        using var outside = new TemporaryFolder();
        var kept = Path.Combine(Directory.CreateDirectory(Path.Combine(outside.Path, "data", "below")).FullName, "kept.txt");
        File.WriteAllText(kept, "");
        var workspace = new Workspace(null);
        foreach (var place in new[] { "", "tree0", "tree0/src" })
            Directory.CreateSymbolicLink(
                Path.Combine(Directory.CreateDirectory(Path.Combine(workspace.Folder, place)).FullName, "link"),
                outside.Path
            );

        workspace.Dispose();

        Assert.True(File.Exists(kept));
        Assert.False(Directory.Exists(workspace.Folder));
    }

    // A folder and a socket, which is removed like any other file.
    private static string[] Leave(string name)
    {
        var folder = Path.Combine(Path.GetTempPath(), $"bench-check-{name}");
        var socket = Path.Combine(folder, "t", "bench-pipe-0123test");
        Directory.CreateDirectory(Path.GetDirectoryName(socket)!);
        File.WriteAllText(socket, "");
        return [folder, socket];
    }
}

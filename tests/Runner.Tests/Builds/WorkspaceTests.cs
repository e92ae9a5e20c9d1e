using System.Diagnostics;

namespace Bench.Runner.Tests;

/// <summary>What a killed check left behind, the next one removes; what belongs to one that runs, it leaves alone.</summary>
[Trait("Category", "Process")]
public sealed class WorkspaceTests
{
    [Fact]
    public void What_the_killed_left_is_removed_and_what_the_living_have_is_not()
    {
        var (left, kept) = (Leave(Gone()), Leave(Environment.ProcessId));
        try
        {
            new Workspace(null).Dispose();

            Assert.Equal([false, false], left.Select(Path.Exists));
            Assert.Equal([true, true], kept.Select(Path.Exists));
        }
        finally
        {
            Directory.Delete(kept[0]);
            File.Delete(kept[1]);
        }
    }

    /// <summary>git locks a checkout until it is whole, and its own cleaning leaves what is locked.</summary>
    [Fact]
    public void A_checkout_that_was_cut_short_is_forgotten()
    {
        using var folder = new Folder();
        folder.Git("init", "--quiet", "--initial-branch=main");
        MeasuredPrograms.CommitStagedIn(folder.Root, "first", "--allow-empty");
        var left = Path.Combine(Path.GetTempPath(), FormattableString.Invariant($"bench-check-{Gone()}-1234test"));
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

    // The number of a process that has ended.
    private static int Gone()
    {
        using var gone = Process.Start(new ProcessStartInfo("dotnet", "--version") { RedirectStandardOutput = true })!;
        gone.WaitForExit();
        return gone.Id;
    }

    // A folder, and a socket: a file like any other to whoever removes it.
    private static string[] Leave(int process)
    {
        var folder = Path.Combine(Path.GetTempPath(), FormattableString.Invariant($"bench-check-{process}-0123test"));
        var socket = Path.Combine(Path.GetTempPath(), FormattableString.Invariant($"bench-pipe-{process}-0123test"));
        Directory.CreateDirectory(folder);
        File.WriteAllText(socket, "");
        return OperatingSystem.IsWindows() ? [folder, folder] : [folder, socket];
    }
}

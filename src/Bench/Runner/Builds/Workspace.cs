using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using Bench.Processes;

namespace Bench.Runner;

// A temporary folder with the checkouts and programs of a check. Disposing removes everything, including the worktree's entry in the
// repository. The next check removes what a killed check left.
internal sealed class Workspace : IDisposable
{
    private const int MinMegabytes = 100;
    private const int CommitDigits = 12;

    private readonly Repository? repository;
    private readonly Func<long> megabytesLeft;
    private readonly List<string> worktrees = [];
    private readonly WorkspaceFolder folder;

    // Used if the other path is too long for a socket.
    private readonly WorkspaceFolder? shorter;

    // megabytesLeft is the free space for temporary files; null for that of the drive.
    public Workspace(Repository? repository, Func<long>? megabytesLeft = null)
    {
        this.repository = repository;
        this.megabytesLeft = megabytesLeft ?? (() => new DriveInfo(Path.GetTempPath()).AvailableFreeSpace >> 20);
        WorkspaceFolder.EnsureWritable(Path.GetTempPath());
        RemoveAbandoned();
        EnsureRoom();
        var owner = repository is null ? "" : RealPath.Of(repository.Root);
        folder = WorkspaceFolder.Create(owner);
        var place = TemporaryFiles.PlaceIn(Folder);
        if (TemporaryFiles.HasRoomFor(place))
        {
            Directory.CreateDirectory(place);
        }
        else
        {
            shorter = WorkspaceFolder.Create(owner, WorkspaceFolder.ShortParent);
            Directory.CreateSymbolicLink(place, shorter.Path);
        }
    }

    public string Folder => folder.Path;

    // For the temporary files of builds and measured processes.
    public string Temporary => shorter?.Path ?? TemporaryFiles.PlaceIn(Folder);

    // The folder is named by the commit, so that the next check has it at the same path.
    public string Checkout(string commit)
    {
        var path = Path.Combine(Folder, commit[..CommitDigits]);
        for (var i = 2; worktrees.Contains(path); i++)
            path = Path.Combine(Folder, string.Create(CultureInfo.InvariantCulture, $"{commit[..CommitDigits]}-{i}"));
        worktrees.Add(path);
        repository!.AddWorktree(commit, path);
        return path;
    }

    public void Dispose()
    {
        // Parallel, because builds have thousands of files and the user who pressed Ctrl-C is waiting.
        if (Directory.Exists(Folder))
            Parallel.ForEach(FoldersIn(Folder).SelectMany(FoldersIn).SelectMany(Parts).ToArray(), Delete);
        foreach (var worktree in worktrees)
            repository!.RemoveWorktree(worktree);
        Delete(Folder);
        folder.Dispose();
        if (shorter is not null)
            Delete(shorter.Path);
        shorter?.Dispose();

        // Keeps the .git file of a worktree, which git needs to remove it.
        static string[] Parts(string folder) => FoldersIn(folder) is { Length: > 0 } below ? below : [folder];

        // Does not follow links: their targets do not belong to the check.
        static string[] FoldersIn(string folder) =>
            Directory.GetDirectories(folder, "*", new EnumerationOptions { AttributesToSkip = FileAttributes.ReparsePoint });
    }

    // Throws RunnerException. A build without space retries its copies for minutes, and then reports a misleading error.
    public void EnsureRoom()
    {
        var megabytes = megabytesLeft();
        if (megabytes < MinMegabytes)
            throw new RunnerException(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{Path.GetTempPath()} has only {megabytes} MB left, and builds need more. Free some space, or set TMPDIR to another folder."
                )
            );
    }

    private void RemoveAbandoned()
    {
        foreach (var left in WorkspaceFolder.All().ToArray())
        {
            using var taken = WorkspaceFolder.TakeAbandoned(left);
            // If a check was killed at its very end, only its lock is left.
            if (taken is null || !Directory.Exists(left))
                continue;
            EndBuildsIn(left);
            Delete(left);
        }

        // Includes entries whose folder a check of another repository has removed.
        foreach (var worktree in repository?.Worktrees().ToArray() ?? [])
        {
            using var taken = WorkspaceFolder.TakeAbandoned(Path.GetDirectoryName(worktree));
            if (taken is not null)
                repository!.RemoveWorktree(worktree);
        }
    }

    // The build of a killed check would wait for ever for files that are removed here.
    private static void EndBuildsIn(string folder)
    {
        if (!OperatingSystem.IsLinux())
            return;
        foreach (var process in Process.GetProcesses())
        {
            using (process)
            {
                try
                {
                    if (TemporaryFiles.IsNamed(File.ReadAllText($"/proc/{process.Id}/environ"), folder))
                        process.Kill(entireProcessTree: true);
                }
                catch (Exception e) when (e is IOException or UnauthorizedAccessException or InvalidOperationException or Win32Exception)
                {
                    // It has ended, or belongs to somebody else.
                }
            }
        }
    }

    private static void Delete(string folder)
    {
        try
        {
            if (Directory.Exists(folder))
                Directory.Delete(folder, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It belongs to somebody else or is still in use. The next check tries again.
        }
    }
}

using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using Bench.Processes;

namespace Bench.Runner;

/// <summary>
/// A temporary folder with the checkouts and programs of a check. Disposing it removes everything, the worktree's entry in the
/// repository included; what a killed check left behind is removed by the next.
/// </summary>
internal sealed class Workspace : IDisposable
{
    private const int MinMegabytes = 100;
    private const int CommitDigits = 12;

    private readonly Repository? repository;
    private readonly Func<long> megabytesLeft;
    private readonly List<string> worktrees = [];
    private readonly WorkspaceFolder folder;

    // Where the path of the other is too long for sockets.
    private readonly WorkspaceFolder? shorter;

    /// <param name="megabytesLeft">In the folder of temporary files. Default: as its drive says.</param>
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

    /// <summary>For the temporary files of builds and measured processes.</summary>
    public string Temporary => shorter?.Path ?? TemporaryFiles.PlaceIn(Folder);

    /// <summary>Checks a commit out, in a folder that is called by the commit: the next check has it at the same place.</summary>
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
        // Builds are thousands of files: whoever has pressed Ctrl-C waits for this.
        if (Directory.Exists(Folder))
            Parallel.ForEach(FoldersIn(Folder).SelectMany(FoldersIn).SelectMany(Parts).ToArray(), Delete);
        foreach (var worktree in worktrees)
            repository!.RemoveWorktree(worktree);
        Delete(Folder);
        folder.Dispose();
        if (shorter is not null)
            Delete(shorter.Path);
        shorter?.Dispose();

        // A worktree's own file says which it is, and stays.
        static string[] Parts(string folder) => FoldersIn(folder) is { Length: > 0 } below ? below : [folder];

        // A link is removed with the folder that it stands in; what it leads to is not the check's.
        static string[] FoldersIn(string folder) =>
            Directory.GetDirectories(folder, "*", new EnumerationOptions { AttributesToSkip = FileAttributes.ReparsePoint });
    }

    /// <summary>A build that runs out of room repeats its copies for minutes, and then blames something else.</summary>
    /// <exception cref="RunnerException">There is no room for one.</exception>
    public void EnsureRoom()
    {
        var megabytes = megabytesLeft();
        if (megabytes < MinMegabytes)
            throw new RunnerException(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{Path.GetTempPath()} has {megabytes} MB left, and builds need more: make room, or name another folder in TMPDIR."
                )
            );
    }

    private void RemoveAbandoned()
    {
        foreach (var left in WorkspaceFolder.All().ToArray())
        {
            using var taken = WorkspaceFolder.TakeAbandoned(left);
            // Of one that was killed at its end the lock alone is left.
            if (taken is null || !Directory.Exists(left))
                continue;
            EndBuildsIn(left);
            Delete(left);
        }

        // Also those whose folder a check of another repository removed.
        foreach (var worktree in repository?.Worktrees().ToArray() ?? [])
        {
            using var taken = WorkspaceFolder.TakeAbandoned(Path.GetDirectoryName(worktree));
            if (taken is not null)
                repository!.RemoveWorktree(worktree);
        }
    }

    // A check that was killed leaves its build, which would wait for ever for what is removed under it.
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
                    // It has ended meanwhile, or is somebody else's.
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
            // Somebody else's, or still in use: the next check tries again.
        }
    }
}

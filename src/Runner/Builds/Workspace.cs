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

    /// <param name="megabytesLeft">In the folder of temporary files. Default: as its drive says.</param>
    public Workspace(Repository? repository, Func<long>? megabytesLeft = null)
    {
        this.repository = repository;
        this.megabytesLeft = megabytesLeft ?? (() => new DriveInfo(Path.GetTempPath()).AvailableFreeSpace >> 20);
        RemoveAbandoned();
        EnsureRoom();
        folder = WorkspaceFolder.Create(repository is null ? "" : RealPath.Of(repository.Root));
    }

    public string Folder => folder.Path;

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

        HostedProcess.RemoveAbandonedPipes(IsAlive);
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
                    if (Names(File.ReadAllText($"/proc/{process.Id}/cmdline"), folder))
                        process.Kill(entireProcessTree: true);
                }
                catch (Exception e) when (e is IOException or UnauthorizedAccessException or InvalidOperationException or Win32Exception)
                {
                    // It has ended meanwhile, or is somebody else's.
                }
            }
        }
    }

    /// <summary>Whether a command line names a folder, or what is in it; another folder whose name begins alike is not it.</summary>
    internal static bool Names(string commandLine, string folder)
    {
        for (
            var start = commandLine.IndexOf(folder, StringComparison.Ordinal);
            start >= 0;
            start = commandLine.IndexOf(folder, start + 1, StringComparison.Ordinal)
        )
        {
            var end = start + folder.Length;
            if ((start == 0 || !IsOfName(commandLine[start - 1])) && (end == commandLine.Length || !IsOfName(commandLine[end])))
                return true;
        }

        return false;

        static bool IsOfName(char sign) => char.IsLetterOrDigit(sign) || sign is '-' or '_' or '.';
    }

    private static bool IsAlive(int process)
    {
        try
        {
            using var _ = Process.GetProcessById(process);
            return true;
        }
        catch (ArgumentException)
        {
            return false;
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

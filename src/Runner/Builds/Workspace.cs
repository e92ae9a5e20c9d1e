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
    private const string Prefix = "bench-check-";
    private const int MinMegabytes = 100;

    private readonly Repository? repository;
    private readonly Func<long> megabytesLeft;
    private readonly List<string> worktrees = [];

    /// <param name="megabytesLeft">In the folder of temporary files. Default: as its drive says.</param>
    public Workspace(Repository? repository, Func<long>? megabytesLeft = null)
    {
        this.repository = repository;
        this.megabytesLeft = megabytesLeft ?? (() => new DriveInfo(Path.GetTempPath()).AvailableFreeSpace >> 20);
        RemoveAbandoned();
        // Processes name their modules without links.
        Folder = Path.Combine(
            RealPath.Of(Path.GetTempPath()),
            string.Create(CultureInfo.InvariantCulture, $"{Prefix}{Environment.ProcessId}-{Guid.NewGuid().ToString("N")[..8]}")
        );
        EnsureRoom();
        Directory.CreateDirectory(Folder);
    }

    public string Folder { get; }

    public string Checkout(string commit)
    {
        var folder = Path.Combine(Folder, string.Create(CultureInfo.InvariantCulture, $"tree{worktrees.Count}"));
        worktrees.Add(folder);
        repository!.AddWorktree(commit, folder);
        return folder;
    }

    public void Dispose()
    {
        // Builds are thousands of files: whoever has pressed Ctrl-C waits for this.
        if (Directory.Exists(Folder))
            Parallel.ForEach(FoldersIn(Folder).SelectMany(FoldersIn).SelectMany(Parts).ToArray(), Delete);
        foreach (var worktree in worktrees)
            repository!.RemoveWorktree(worktree);
        Delete(Folder);

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
        foreach (var folder in Directory.EnumerateDirectories(Path.GetTempPath(), Prefix + "*"))
        {
            if (!IsAbandoned(folder))
                continue;
            EndBuildsIn(folder);
            Delete(folder);
        }

        // Also those whose folder a check of another repository removed.
        foreach (var worktree in repository?.Worktrees().Where(worktree => IsAbandoned(Path.GetDirectoryName(worktree))).ToArray() ?? [])
            repository!.RemoveWorktree(worktree);
        HostedProcess.RemoveAbandonedPipes(IsAlive);
    }

    // A check that was killed leaves its build, which would wait for ever for what is removed under it. The folder's name is nobody else's.
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
                    if (File.ReadAllText($"/proc/{process.Id}/cmdline").Contains(folder, StringComparison.Ordinal))
                        process.Kill(entireProcessTree: true);
                }
                catch (Exception e) when (e is IOException or UnauthorizedAccessException or InvalidOperationException or Win32Exception)
                {
                    // It has ended meanwhile, or is somebody else's.
                }
            }
        }
    }

    private static bool IsAbandoned(string? folder) =>
        Path.GetFileName(folder) is { } name
        && name.StartsWith(Prefix, StringComparison.Ordinal)
        && int.TryParse(name[Prefix.Length..].Split('-')[0], CultureInfo.InvariantCulture, out var owner)
        && !IsAlive(owner);

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

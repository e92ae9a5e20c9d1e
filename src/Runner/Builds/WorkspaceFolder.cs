using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Bench.Processes;

namespace Bench.Runner;

/// <summary>
/// The folder of a check among the temporary files. Its name is the same for every check of a work tree, so that a build which contains
/// the path of its sources can be used again. A lock file next to it tells whether its process is alive.
/// </summary>
internal sealed class WorkspaceFolder : IDisposable
{
    public const string Prefix = "bench-check-";

    // No other check takes it for one that was left behind.
    private const string NewPrefix = "bench-new-";

    /// <summary>A parent with a short path, which POSIX systems have.</summary>
    public const string ShortParent = "/tmp";

    private const UnixFileMode OwnOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;
    private const string LockEnding = ".lock";
    private const int MostAtOnce = 100;

    private readonly FileLock held;

    private WorkspaceFolder(string path, FileLock held) => (Path, this.held) = (path, held);

    public string Path { get; }

    /// <summary>Refuses a folder of temporary files that nothing can be written to.</summary>
    public static void EnsureWritable(string temporary)
    {
        try
        {
            File.Create(System.IO.Path.Combine(temporary, $"{NewPrefix}{Guid.NewGuid():N}"), 1, FileOptions.DeleteOnClose).Dispose();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new RunnerException(
                $"{temporary} can't be written, and builds need temporary files: {e.Message.TrimEnd('.')}. Name another folder in TMPDIR."
            );
        }
    }

    /// <summary>Makes the folder of a check.</summary>
    /// <param name="owner">What it is for, such as the path of a work tree.</param>
    /// <param name="parent">Where it is made; null for the folder of temporary files.</param>
    public static WorkspaceFolder Create(string owner, string? parent = null)
    {
        // Processes name their modules without links.
        var name = System.IO.Path.Combine(RealPath.Of(parent ?? System.IO.Path.GetTempPath()), Prefix + Hash(owner));
        for (var i = 1; i <= MostAtOnce; i++)
        {
            var path = i == 1 ? name : string.Create(CultureInfo.InvariantCulture, $"{name}-{i}");
            if (FileLock.Try(path + LockEnding, isTemporary: true) is not { } held)
                continue;
            if (!System.IO.Path.Exists(path) && TryMake(path))
                return new WorkspaceFolder(path, held);
            held.Dispose();
        }

        throw new RunnerException($"{name} and {MostAtOnce - 1} folders after it are in use or cannot be removed.");
    }

    /// <summary>The folders of checks among the temporary files, also those in use.</summary>
    public static IEnumerable<string> All() =>
        (OperatingSystem.IsWindows() ? [System.IO.Path.GetTempPath()] : new[] { System.IO.Path.GetTempPath(), ShortParent })
            .Select(RealPath.Of)
            .Distinct()
            .SelectMany(parent => Directory.EnumerateFileSystemEntries(parent, Prefix + "*"))
            .Select(path => path.EndsWith(LockEnding, StringComparison.Ordinal) ? path[..^LockEnding.Length] : path)
            .Distinct();

    /// <summary>Takes the folder of a check whose process has ended.</summary>
    /// <returns>To be disposed of when the folder is removed; null if its process is alive, or it is no such folder.</returns>
    public static FileLock? TakeAbandoned(string? folder)
    {
        if (folder is null || !System.IO.Path.GetFileName(folder).StartsWith(Prefix, StringComparison.Ordinal))
            return null;
        // With the folder of temporary files that it was in, its lock is gone as well.
        return Directory.Exists(System.IO.Path.GetDirectoryName(folder))
            ? FileLock.Try(folder + LockEnding, isTemporary: true)
            : FileLock.OfNothing();
    }

    public void Dispose() => held.Dispose();

    // Everybody may write among the temporary files, and the name can be known before: a folder of this process alone takes its place.
    private static bool TryMake(string path)
    {
        var own = OperatingSystem.IsWindows()
            ? Directory.CreateTempSubdirectory(NewPrefix).FullName
            : Directory.CreateDirectory($"{System.IO.Path.GetDirectoryName(path)}/{NewPrefix}{Guid.NewGuid():N}", OwnOnly).FullName;
        try
        {
            Directory.Move(own, path);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Directory.Delete(own);
            return false;
        }
    }

    private static string Hash(string owner) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(owner)))[..8];
}

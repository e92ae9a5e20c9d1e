using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Bench.PrivatePostgres;
using Bench.Processes;

namespace Bench.Runner;

// The temporary folder of a check. Every check of a work tree uses the same name, so that a build that contains the path of its sources can
// be reused. A lock file next to it shows whether the check's process is alive.
internal sealed class WorkspaceFolder : IDisposable
{
    public const string Prefix = "bench-check-";

    // Another check does not mistake such a folder for an abandoned one.
    private const string NewPrefix = "bench-new-";

    // POSIX systems have this parent with a short path.
    public const string ShortParent = "/tmp";

    private const UnixFileMode OwnOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;
    private const string LockEnding = ".lock";
    private const int MostAtOnce = 100;

    private readonly FileLock held;

    private WorkspaceFolder(string path, FileLock held) => (Path, this.held) = (path, held);

    public string Path { get; }

    public static void EnsureWritable(string temporary)
    {
        try
        {
            File.Create(System.IO.Path.Combine(temporary, $"{NewPrefix}{Guid.NewGuid():N}"), 1, FileOptions.DeleteOnClose).Dispose();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new RunnerException(
                $"{temporary} cannot be written, and builds need temporary files: {e.Message.TrimEnd('.')}. Set TMPDIR to another folder."
            );
        }
    }

    // "owner" is the path of a work tree, for example. The parent is the folder of temporary files by default.
    public static WorkspaceFolder Create(string owner, string? parent = null)
    {
        // Resolves links, because processes list their modules without them.
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

    // Includes folders in use.
    public static IEnumerable<string> All() =>
        (OperatingSystem.IsWindows() ? [System.IO.Path.GetTempPath()] : new[] { System.IO.Path.GetTempPath(), ShortParent })
            .Select(RealPath.Of)
            .Distinct()
            .SelectMany(parent => Directory.EnumerateFileSystemEntries(parent, Prefix + "*"))
            .Select(path => path.EndsWith(LockEnding, StringComparison.Ordinal) ? path[..^LockEnding.Length] : path)
            .Distinct();

    // Keep the lock until the folder is removed. Null if the check's process is alive, or the folder is not that of a check.
    public static FileLock? TakeAbandoned(string? folder)
    {
        if (folder is null || !System.IO.Path.GetFileName(folder).StartsWith(Prefix, StringComparison.Ordinal))
            return null;
        // The whole folder of temporary files is gone, and the lock with it.
        return Directory.Exists(System.IO.Path.GetDirectoryName(folder))
            ? FileLock.Try(folder + LockEnding, isTemporary: true)
            : FileLock.OfNothing();
    }

    public void Dispose() => held.Dispose();

    // Anybody can write to the folder of temporary files, and the name is predictable. So a folder that only this user can access is
    // renamed.
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

using System.Diagnostics;

namespace Bench.PrivatePostgres;

// A lock between processes: only one at a time can open the file. The system releases it when the process ends, however it ends.
internal sealed class FileLock : IDisposable
{
    private const int MaxLength = 1_000_000;

    private static readonly TimeSpan BetweenAttempts = TimeSpan.FromMilliseconds(50);

    private readonly FileStream? file;
    private readonly bool isTemporary;

    private FileLock(FileStream? file, bool isTemporary) => (this.file, this.isTemporary) = (file, isTemporary);

    // For a resource that no other process can use.
    public static FileLock OfNothing() => new(file: null, isTemporary: false);

    // A temporary lock file is deleted with the lock. Null if another process has the lock, or the file is a link or a pipe or cannot be
    // opened.
    public static FileLock? Try(string path, bool isTemporary = false)
    {
        // Another user could place a link among the temporary files, and IsAt would change the length of its target.
        if (new FileInfo(path).LinkTarget is not null)
            return null;
        FileStream? file = null;
        try
        {
            file = new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            if (!isTemporary || OperatingSystem.IsWindows() || IsAt(path, file))
                return new FileLock(file, isTemporary);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            // Another process has the lock, or the file is a pipe.
        }

        file?.Dispose();
        return null;
    }

    // Null if the lock is not free within the limit.
    public static FileLock? Wait(string path, TimeSpan limit, CancellationToken cancellationToken)
    {
        var clock = Stopwatch.StartNew();
        while (true)
        {
            if (Try(path) is { } taken)
                return taken;
            if (clock.Elapsed > limit)
                return null;
            cancellationToken.WaitHandle.WaitOne(BetweenAttempts);
            cancellationToken.ThrowIfCancellationRequested();
        }
    }

    public void Dispose()
    {
        // Windows does not delete an open file.
        if (isTemporary && !OperatingSystem.IsWindows())
            Remove(file!.Name);
        file?.Dispose();
        if (isTemporary && OperatingSystem.IsWindows())
            Remove(file!.Name);
    }

    // The last owner may have deleted the file after this process opened it, and a third process may have created another one since.
    private static bool IsAt(string path, FileStream file)
    {
        // A random length identifies the file. Reading it would need to open it again, which the lock prevents.
        var length = Random.Shared.Next(1, MaxLength);
        file.SetLength(length);
        return new FileInfo(path) is { Exists: true } found && found.Length == length;
    }

    private static void Remove(string path)
    {
        try
        {
            File.Delete(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The next process has the lock already.
        }
    }
}

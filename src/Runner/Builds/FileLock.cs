using System.Diagnostics;

namespace Bench.Runner;

/// <summary>
/// A lock among processes: a file that one process at a time has open. The system releases it when the process ends, however it ends.
/// </summary>
internal sealed class FileLock : IDisposable
{
    private const int MaxLength = 1_000_000;

    private static readonly TimeSpan BetweenAttempts = TimeSpan.FromMilliseconds(50);

    private readonly FileStream? file;
    private readonly bool isTemporary;

    private FileLock(FileStream? file, bool isTemporary) => (this.file, this.isTemporary) = (file, isTemporary);

    /// <summary>A lock of what nobody else can want.</summary>
    public static FileLock OfNothing() => new(file: null, isTemporary: false);

    /// <param name="isTemporary">Whether the file is removed with the lock.</param>
    /// <returns>Null if somebody has it, it is a link or a pipe, or it cannot be opened.</returns>
    public static FileLock? Try(string path, bool isTemporary = false)
    {
        // Other users can put a link among the temporary files: what it leads to would get another length.
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
            // Somebody else has it, or it is a pipe.
        }

        file?.Dispose();
        return null;
    }

    /// <returns>Null if it is not free within that time.</returns>
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
        // Windows removes no file that is open.
        if (isTemporary && !OperatingSystem.IsWindows())
            Remove(file!.Name);
        file?.Dispose();
        if (isTemporary && OperatingSystem.IsWindows())
            Remove(file!.Name);
    }

    // Its last owner may have removed the file after this process opened it, and a third process may have made another one since.
    private static bool IsAt(string path, FileStream file)
    {
        // Its length tells one file from another: opening it once more to read it would fail because of the lock.
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
            // The next process has it already.
        }
    }
}

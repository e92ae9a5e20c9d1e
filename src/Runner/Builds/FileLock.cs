namespace Bench.Runner;

/// <summary>
/// A lock among processes: a file that one process at a time has open. The system releases it when the process ends, however it ends.
/// The file itself stays, because a process that waits may have opened it already.
/// </summary>
internal sealed class FileLock : IDisposable
{
    private static readonly TimeSpan BetweenAttempts = TimeSpan.FromMilliseconds(50);

    private readonly FileStream? file;

    private FileLock(FileStream? file) => this.file = file;

    /// <summary>A lock of what nobody else can want.</summary>
    public static FileLock OfNothing() => new(file: null);

    /// <returns>Null if somebody has it, or the file cannot be opened.</returns>
    public static FileLock? Try(string path)
    {
        try
        {
            return new FileLock(new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <returns>Null if it is not free within that time.</returns>
    public static FileLock? Wait(string path, TimeSpan limit, CancellationToken cancellationToken)
    {
        var clock = System.Diagnostics.Stopwatch.StartNew();
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

    public void Dispose() => file?.Dispose();
}

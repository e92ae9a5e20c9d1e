using Microsoft.Data.Sqlite;

namespace Samples.AdventureWorksApi.Data;

/// <summary>
/// A SQLite database in a temporary folder of its own, which disposing it removes. What a killed process left behind, the next one removes.
/// </summary>
public sealed class TemporaryDatabase : IDisposable
{
    private const string Prefix = "adventureworks-";
    private const string LockEnding = ".lock";

    private readonly string folder = Path.Combine(Path.GetTempPath(), $"{Prefix}{Guid.NewGuid():N}");
    private readonly FileStream held;

    public TemporaryDatabase()
    {
        RemoveLeftovers();
        // Before the folder: a folder without a held lock belongs to nobody.
        held = Lock(folder) ?? throw new IOException($"{folder} is in use.");
        Directory.CreateDirectory(folder);
        ConnectionString = new SqliteConnectionStringBuilder { DataSource = Path.Combine(folder, "sales.db") }.ToString();
    }

    /// <summary>Of Microsoft.Data.Sqlite; the file is made by whoever opens it first.</summary>
    public string ConnectionString { get; }

    /// <summary>Closes the connections that this process keeps, and removes the folder. A second call does nothing.</summary>
    public void Dispose()
    {
        using (var pooled = new SqliteConnection(ConnectionString))
            SqliteConnection.ClearPool(pooled);
        Remove(folder);
        held.Dispose();
    }

    private static void RemoveLeftovers()
    {
        foreach (var leftover in Directory.EnumerateDirectories(Path.GetTempPath(), Prefix + "*"))
        {
            using var taken = Lock(leftover);
            if (taken is not null)
                Remove(leftover);
        }
    }

    private static void Remove(string folder)
    {
        try
        {
            Directory.Delete(folder, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It is gone already, another user's, or still open in a child process: then the next process tries again.
        }
    }

    // The system gives the lock back when a process ends, however it ends.
    private static FileStream? Lock(string folder)
    {
        try
        {
            return new FileStream(
                folder + LockEnding,
                FileMode.OpenOrCreate,
                FileAccess.ReadWrite,
                FileShare.None,
                bufferSize: 1,
                FileOptions.DeleteOnClose
            );
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}

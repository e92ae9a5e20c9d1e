namespace Bench.Harness.Running;

// Taken while this build measures. BenchmarkDotNet 0.15 compiles in a folder next to the program, which has the same name in every run, and
// deletes it at the end. Two simultaneous runs would delete each other's folder.
internal static class RunLock
{
    public const string FileName = ".measuring";

    /// <exception cref="UsageException">Another run holds the lock.</exception>
    public static FileStream Take()
    {
        try
        {
            return new FileStream(
                Path.Combine(AppContext.BaseDirectory, FileName),
                FileMode.OpenOrCreate,
                FileAccess.ReadWrite,
                FileShare.None
            );
        }
        catch (IOException)
        {
            throw new UsageException(
                "Another run of this build is measuring and would disturb this one. Wait until it ends, or use another clone."
            );
        }
    }
}

namespace Bench.Harness.Running;

/// <summary>
/// Held while this build measures. BenchmarkDotNet 0.15 compiles in a folder beside the program that has the same name in every run, and
/// deletes it at the end: two runs at once would delete each other's.
/// </summary>
internal static class RunLock
{
    public const string FileName = ".measuring";

    /// <exception cref="UsageException">Another run holds it.</exception>
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
                "Another run of this build is measuring, and would disturb this one. Wait for it, or measure in another clone."
            );
        }
    }
}

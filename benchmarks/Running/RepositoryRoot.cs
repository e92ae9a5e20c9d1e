namespace Benchmarks.Running;

/// <summary>The folder of the checkout this program was built in. BenchmarkDotNet builds each run from its sources.</summary>
internal static class RepositoryRoot
{
    private const string Mark = "Benchmarks.sln";

    /// <exception cref="UsageException">The program was moved out of its checkout.</exception>
    public static string Find()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, Mark)))
                return folder.FullName;
        }

        throw new UsageException(
            $"No {Mark} above {AppContext.BaseDirectory}: BenchmarkDotNet builds the benchmarks from their sources, so run them from a clone of the repository.");
    }
}

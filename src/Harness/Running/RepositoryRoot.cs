namespace Bench.Harness.Running;

// The checkout that a program was built in. BenchmarkDotNet builds each run from its sources, and looks for them there.
internal static class RepositoryRoot
{
    /// <exception cref="UsageException">The program was moved out of its checkout.</exception>
    public static string Find()
    {
        string? nearest = null;
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (
                folder.EnumerateFiles("*.sln").Any()
                || folder.EnumerateFiles("*.slnx").Any()
                || folder.EnumerateFileSystemInfos(".git").Any()
            )
                return folder.FullName;
            nearest ??= folder.EnumerateFiles("*.csproj").Any() ? folder.FullName : null;
        }

        return nearest
            ?? throw new UsageException(
                $"{AppContext.BaseDirectory} is not inside a project, solution or repository. BenchmarkDotNet builds benchmarks from their sources, so run them in a clone of the repository."
            );
    }
}

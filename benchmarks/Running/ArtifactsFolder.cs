namespace Benchmarks.Running;

/// <summary>Where a run writes, and where the published tables are.</summary>
internal sealed class ArtifactsFolder(string repositoryRoot, string? path)
{
    private const string Name = "BenchmarkDotNet.Artifacts";

    public string RepositoryRoot => repositoryRoot;

    public string Path { get; } = path ?? System.IO.Path.Combine(repositoryRoot, Name);

    /// <summary>BenchmarkDotNet's name for the folder of tables.</summary>
    public string Results => System.IO.Path.Combine(Path, "results");

    /// <summary>The committed tables: of the repository, whatever folder a run writes to.</summary>
    public string Reference => System.IO.Path.Combine(repositoryRoot, Name, "reference");

    /// <exception cref="UsageException">Nothing can be written there.</exception>
    public void MustBeWritable()
    {
        try
        {
            Directory.CreateDirectory(Results);
            using var _ = File.Create(System.IO.Path.Combine(Results, ".writable"), 1, FileOptions.DeleteOnClose);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            throw new UsageException($"The artifacts folder can't be written to: {problem.Message}");
        }
    }

    /// <summary>Puts these files of the results in the place of all published ones.</summary>
    /// <exception cref="UsageException">A file is missing, or can't be copied; the published ones are as they were.</exception>
    public void Publish(IReadOnlyCollection<string> files)
    {
        var missing = files.Where(file => !File.Exists(System.IO.Path.Combine(Results, file))).ToArray();
        if (missing.Length > 0)
            throw new UsageException($"--publish: {Results} lacks {string.Join(", ", missing)} of its last run.");

        var fresh = Reference + ".new";
        try
        {
            DeleteIfThere(fresh);
            Directory.CreateDirectory(fresh);
            foreach (var file in files)
                File.Copy(System.IO.Path.Combine(Results, file), System.IO.Path.Combine(fresh, file));
            DeleteIfThere(Reference);
            Directory.Move(fresh, Reference);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"--publish: {problem.Message}");
        }
        finally
        {
            DeleteIfThere(fresh);
        }
    }

    private static void DeleteIfThere(string folder)
    {
        if (Directory.Exists(folder))
            Directory.Delete(folder, recursive: true);
    }
}

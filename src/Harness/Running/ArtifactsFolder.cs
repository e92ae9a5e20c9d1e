using Bench.Published;
using Bench.Results;

namespace Bench.Harness.Running;

// Folders for results and for published tables.
internal sealed class ArtifactsFolder(string repositoryRoot, string? path)
{
    public const string Name = "BenchmarkDotNet.Artifacts";

    public string RepositoryRoot => repositoryRoot;

    public string Path { get; } = path ?? System.IO.Path.Combine(repositoryRoot, Name);

    // BenchmarkDotNet's name for the folder of tables.
    public string Results => System.IO.Path.Combine(Path, "results");

    // The committed tables are in the repository, whatever folder a run writes to.
    public string Reference => System.IO.Path.Combine(repositoryRoot, Name, "reference");

    public void EnsureWritable()
    {
        try
        {
            Directory.CreateDirectory(Results);
            using var _ = File.Create(System.IO.Path.Combine(Results, ".writable"), 1, FileOptions.DeleteOnClose);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            throw new UsageException($"The artifacts folder cannot be written to: {problem.Message}");
        }
    }

    /// <summary>The results folder holds one run, so earlier results are moved to a folder next to it.</summary>
    /// <returns>That folder; null if there were no earlier results.</returns>
    public string? MoveEarlierResults()
    {
        string[] files = [.. Directory.EnumerateFiles(Results)];
        if (files.Length == 0)
            return null;

        var newest = files.Max(File.GetLastWriteTimeUtc);
        var aside = System.IO.Path.Combine(Path, FormattableString.Invariant($"results-{newest:yyyyMMdd-HHmmss}"));
        for (var i = 2; Directory.Exists(aside); i++)
            aside = System.IO.Path.Combine(Path, FormattableString.Invariant($"results-{newest:yyyyMMdd-HHmmss}-{i}"));
        Directory.CreateDirectory(aside);
        foreach (var file in files)
            File.Move(file, System.IO.Path.Combine(aside, System.IO.Path.GetFileName(file)));
        return aside;
    }

    public RunRecord? LastRun() => RunRecord.Read(System.IO.Path.Combine(Results, RunRecord.FileName));

    public void Write(string name, string text) => WholeFile.Write(System.IO.Path.Combine(Results, name), text);
}

using Benchmarks.Tables;

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

    /// <summary>Writes a file of the results.</summary>
    public void Write(string name, string text) => File.WriteAllText(System.IO.Path.Combine(Results, name), text);

    /// <summary>Puts the topics of this run in the place of the published ones; those it did not measure stay, as long as the suite has them.</summary>
    /// <exception cref="UsageException">A file is missing, or can't be copied; the published ones are as they were.</exception>
    public void Publish(RunManifest run, IReadOnlyCollection<string> allTopics)
    {
        var missing = run.Topics.SelectMany(topic => topic.Published()).Select(file => file.From).Where(file => !File.Exists(System.IO.Path.Combine(Results, file))).ToArray();
        if (missing.Length > 0)
            throw new UsageException($"--publish: {Results} lacks {string.Join(", ", missing)} of its last run.");

        var fresh = Reference + ".new";
        try
        {
            DeleteIfThere(fresh);
            Directory.CreateDirectory(fresh);
            foreach (var topic in run.Topics)
                Publish(run, topic, Directory.CreateDirectory(System.IO.Path.Combine(fresh, topic.Name)).FullName);
            foreach (var topic in allTopics.Except(run.Topics.Select(topic => topic.Name)))
                CopyIfThere(System.IO.Path.Combine(Reference, topic), System.IO.Path.Combine(fresh, topic));
            Assemble(fresh, Overview.FileName, Overview.Head);
            Assemble(fresh, LaunchSpreadPage.FileName, LaunchSpreadPage.Head);
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

    private void Publish(RunManifest run, RunTopic topic, string folder)
    {
        foreach (var (from, to) in topic.Published())
            File.Copy(System.IO.Path.Combine(Results, from), System.IO.Path.Combine(folder, to));
        File.WriteAllText(System.IO.Path.Combine(folder, RunManifest.FileName), run.Of(topic).ToJson());
    }

    private static void Assemble(string folder, string page, string head)
    {
        var topics = Directory.EnumerateDirectories(folder).Order(StringComparer.Ordinal).Select(topic => File.ReadAllText(System.IO.Path.Combine(topic, page)));
        File.WriteAllText(System.IO.Path.Combine(folder, page), Page.Assemble(head, topics));
    }

    private static void CopyIfThere(string from, string to)
    {
        if (!Directory.Exists(from))
            return;

        Directory.CreateDirectory(to);
        foreach (var file in Directory.EnumerateFiles(from))
            File.Copy(file, System.IO.Path.Combine(to, System.IO.Path.GetFileName(file)));
    }

    private static void DeleteIfThere(string folder)
    {
        if (Directory.Exists(folder))
            Directory.Delete(folder, recursive: true);
    }
}

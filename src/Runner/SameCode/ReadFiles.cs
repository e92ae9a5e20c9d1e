using Bench.Results;

namespace Bench.Runner;

/// <summary>
/// Which of the changed files are read while benchmarks run: their time of access is put back, and the file system sets it anew. Most Linux
/// file systems do; where one does not, every file counts as read.
/// </summary>
internal sealed class ReadFiles
{
    // Many file systems write the time of access only where it is older than the file's last change.
    private static readonly DateTime Yesterday = DateTime.UtcNow.Date.AddDays(-1);

    // What compilers read counts as unread where nobody can tell.
    private static readonly string[] Sources = [".cs", ".csproj", ".cshtml", ".props", ".razor", ".resx", ".sln", ".slnx", ".targets"];

    private readonly (string Name, string Path)[] watched;

    // Their time of access can't be put back: somebody has removed them, or taken the right to.
    private HashSet<string> lost = [];

    public ReadFiles(IEnumerable<ChangedFile> files)
    {
        var told = files.SelectMany(file => file.Paths.Select(path => (file.Name, Path: Target(path)))).ToLookup(file => IsTold(file.Path));
        watched = [.. told[true]];
        Unknown = told[false].FirstOrDefault(file => !IsSource(file.Path)).Name;
    }

    /// <summary>A file of which nobody can tell whether it is read; null where that is known of all.</summary>
    public string? Unknown { get; }

    public bool IsEmpty => watched.Length == 0;

    /// <summary>To be called before a benchmark runs.</summary>
    public void Forget() => lost = [.. watched.Select(file => file.Path).Where(path => !IsPutBack(path))];

    /// <summary>The first of the files that was read since, or is gone; null for none.</summary>
    public string? FirstRead() => watched.FirstOrDefault(file => lost.Contains(file.Path) || IsRead(file.Path)).Name;

    private static bool IsPutBack(string path)
    {
        try
        {
            File.SetLastAccessTimeUtc(path, Yesterday);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static bool IsRead(string path)
    {
        try
        {
            return File.GetLastAccessTimeUtc(path) != Yesterday;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return true;
        }
    }

    private static bool IsSource(string path) => Sources.Contains(Path.GetExtension(path), StringComparer.OrdinalIgnoreCase);

    private static bool IsTold(string path)
    {
        try
        {
            // Whoever opens a pipe waits for its writer. What is read once may lie in a cache from then on, of a network's file system for
            // one, and be read from there without a word.
            return FolderFiles.IsRegular(path) && ShowsReading(path) && ShowsReading(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static bool ShowsReading(string path)
    {
        File.SetLastAccessTimeUtc(path, Yesterday);
        using (var file = File.OpenRead(path))
        {
            // Of an empty file nothing can be read.
            if (file.ReadByte() < 0)
                return true;
        }

        return File.GetLastAccessTimeUtc(path) != Yesterday;
    }

    // Of links to themselves there is no end.
    private static string Target(string path)
    {
        try
        {
            return File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? path;
        }
        catch (IOException)
        {
            return path;
        }
    }
}

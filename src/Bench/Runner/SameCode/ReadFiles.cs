using Bench.Results;

namespace Bench.Runner;

// Detects which changed files are read while benchmarks run. It sets their access time back and checks whether the file system updates it.
// Most Linux file systems do. Otherwise a file counts as read.
internal sealed class ReadFiles
{
    // Many file systems update the access time only if it is older than the last change of the file.
    private static readonly DateTime Yesterday = DateTime.UtcNow.Date.AddDays(-1);

    // Only compilers read these. They count as unread if reading cannot be detected.
    private static readonly string[] Sources = [".cs", ".csproj", ".cshtml", ".props", ".razor", ".resx", ".sln", ".slnx", ".targets"];

    private readonly (string Name, string Path)[] watched;

    // Files whose access time cannot be set, because they were removed or the permission was.
    private HashSet<string> lost = [];

    public ReadFiles(IEnumerable<ChangedFile> files)
    {
        var told = files.SelectMany(file => file.Paths.Select(path => (file.Name, Path: Target(path)))).ToLookup(file => IsTold(file.Path));
        watched = [.. told[true]];
        Unknown = told[false].FirstOrDefault(file => !IsSource(file.Path)).Name;
    }

    // A file whose reading cannot be detected; null for none.
    public string? Unknown { get; }

    public bool IsEmpty => watched.Length == 0;

    public void Forget() => lost = [.. watched.Select(file => file.Path).Where(path => !IsPutBack(path))];

    // A file that was read or removed since Forget; null for none.
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
            // Opening a pipe would wait for its writer. The second read may come from a cache, for example of a network file system, and
            // leave no trace.
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
            // An empty file has nothing to read.
            if (file.ReadByte() < 0)
                return true;
        }

        return File.GetLastAccessTimeUtc(path) != Yesterday;
    }

    // A link to itself cannot be resolved.
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

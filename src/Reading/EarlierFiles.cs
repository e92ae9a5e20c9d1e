using System.Globalization;

namespace Bench.Results;

/// <summary>
/// Files in a folder of results that an earlier run left there. A run records in <c>run.json</c> when it started and which files it wrote;
/// without such a record nothing tells one run's files from another's.
/// </summary>
internal static class EarlierFiles
{
    private const int MaxNames = 5;

    /// <summary>The names without those of earlier runs.</summary>
    /// <param name="place">The folder, as a user named it.</param>
    /// <param name="names">Of all files in it and below, relative to it.</param>
    public static string[] Remove(string place, string folder, string[] names, Func<string, bool> isReport, ICollection<string> warnings)
    {
        var left = names;
        foreach (var record in names.Where(name => Path.GetFileName(name) == RecordedRun.Name))
        {
            var below = Path.GetDirectoryName(record)!;
            if (RecordedRun.Read(Path.Combine(folder, record)) is not { } run)
                continue;
            var earlier = names
                .Where(name => isReport(name) && Path.GetDirectoryName(name) == below && !run.Files.Contains(Path.GetFileName(name)))
                .Select(name => (Name: Path.GetFileName(name), Full: name, Written: File.GetLastWriteTimeUtc(Path.Combine(folder, name))))
                .Where(file => file.Written < run.Started.UtcDateTime)
                .OrderBy(file => file.Written)
                .ThenBy(file => file.Name, StringComparer.Ordinal)
                .ToArray();
            if (earlier.Length == 0)
                continue;

            var isListed = run.Files.Count > 0;
            if (isListed)
                left = [.. left.Except(earlier.Select(file => file.Full))];
            var (files, are) = earlier.Length == 1 ? ("file", "is") : ("files", "are");
            var oldest = earlier[0].Written.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture);
            var more = earlier.Length > MaxNames ? $" and {earlier.Length - MaxNames} more" : "";
            warnings.Add(
                $"{earlier.Length} {files} of an earlier run (oldest {oldest} UTC) {are} in {Path.Combine(place, below)}"
                    + $"{(isListed ? " and not compared" : "")}: {string.Join(", ", earlier.Take(MaxNames).Select(file => file.Name))}{more}."
            );
        }

        return left;
    }
}

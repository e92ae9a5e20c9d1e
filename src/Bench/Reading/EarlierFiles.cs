using System.Globalization;

namespace Bench.Results;

// Finds files that earlier runs left in a folder of results. A run records in `run.json` when it started and which files it wrote.
// Without that record, the files of different runs cannot be distinguished.
internal static class EarlierFiles
{
    private const int MaxNames = 5;

    // `place` is the folder as the user named it. `names` are relative to it.
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

using System.Globalization;
using System.Text.Json;

namespace Bench.Results;

/// <summary>
/// Files in a folder of results that an earlier run left there. A run records in <c>run.json</c> when it started and which files it wrote;
/// without such a record nothing tells one run's files from another's.
/// </summary>
internal static class EarlierFiles
{
    public const string RecordName = "run.json";

    private const int MaxNames = 5;
    private const int MaxMegabytes = 10;

    /// <summary>The names without those of earlier runs.</summary>
    /// <param name="place">The folder, as a user named it.</param>
    /// <param name="names">Of all files in it and below, relative to it.</param>
    public static string[] Remove(string place, string folder, string[] names, Func<string, bool> isReport, ICollection<string> warnings)
    {
        var left = names;
        foreach (var record in names.Where(name => Path.GetFileName(name) == RecordName))
        {
            var below = Path.GetDirectoryName(record)!;
            if (Read(Path.Combine(folder, record)) is not { } run)
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

    // A record that can't be read records nothing.
    private static (DateTimeOffset Started, HashSet<string> Files)? Read(string path)
    {
        try
        {
            using var record = JsonDocument.Parse(new InputFile(path, path).ReadBytes(MaxMegabytes));
            var files = new HashSet<string>(StringComparer.Ordinal);
            Collect(record.RootElement, files);
            return
                record.RootElement.ValueKind == JsonValueKind.Object
                && record.RootElement.TryGetProperty("started", out var started)
                && started.ValueKind == JsonValueKind.String
                && started.TryGetDateTimeOffset(out var time)
                ? (time, files)
                : null;
        }
        catch (Exception e)
            when (e is IOException or UnauthorizedAccessException or JsonException or InvalidOperationException or ResultsException)
        {
            return null;
        }
    }

    private static void Collect(JsonElement element, HashSet<string> files)
    {
        if (element.ValueKind == JsonValueKind.Array)
        {
            foreach (var item in element.EnumerateArray())
                Collect(item, files);
        }

        if (element.ValueKind != JsonValueKind.Object)
            return;
        foreach (var property in element.EnumerateObject())
        {
            if (property.Name == "files" && property.Value.ValueKind == JsonValueKind.Array)
                files.UnionWith(
                    property.Value.EnumerateArray().Where(name => name.ValueKind == JsonValueKind.String).Select(name => name.GetString()!)
                );
            else
                Collect(property.Value, files);
        }
    }
}

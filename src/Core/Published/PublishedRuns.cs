namespace Bench.Published;

/// <summary>The records of complete runs that a folder of published tables has: what every page and picture is made from.</summary>
internal static class PublishedRuns
{
    /// <summary>The folder of the records, below that of the tables.</summary>
    public const string Folder = "runs";

    /// <summary>Whether a folder has records.</summary>
    public static bool Are(string tables) => Directory.Exists(tables) && Files(tables).Any();

    /// <returns>The records, in the order of their names; none where there is no folder.</returns>
    /// <exception cref="UsageException">A file is no record of a run.</exception>
    public static IReadOnlyList<RunRecord> Read(string tables) =>
        [.. Files(tables).Select(file => RunRecord.Read(file) ?? throw new UsageException($"{file} is no record of a run."))];

    private static IEnumerable<string> Files(string tables) =>
        Path.Combine(tables, Folder) is var folder && Directory.Exists(folder)
            ? Directory.EnumerateFiles(folder, "*.json").Order(StringComparer.Ordinal)
            : [];
}

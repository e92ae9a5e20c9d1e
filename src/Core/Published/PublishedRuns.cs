namespace Bench.Published;

// The records of complete runs in a folder of published tables. All pages and pictures are made from them.
internal static class PublishedRuns
{
    // Inside the folder of the tables.
    public const string Folder = "runs";

    public static bool Are(string tables) => Directory.Exists(tables) && Files(tables).Any();

    // Sorted by name. Empty if the folder does not exist.
    public static IReadOnlyList<RunRecord> Read(string tables) =>
        [.. Files(tables).Select(file => RunRecord.Read(file) ?? throw new UsageException($"{file} is not the record of a run."))];

    private static IEnumerable<string> Files(string tables) =>
        Path.Combine(tables, Folder) is var folder && Directory.Exists(folder)
            ? Directory.EnumerateFiles(folder, "*.json").Order(StringComparer.Ordinal)
            : [];
}

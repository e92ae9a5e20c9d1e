using System.Text.Json;

namespace Bench.Eng;

// One JSON record per line, appended to a file, so that an interrupted program can continue.
internal static class JsonLines
{
    private static readonly JsonSerializerOptions Format = new(JsonSerializerDefaults.Web);

    public static IReadOnlyList<T> ReadAll<T>(string path) =>
        File.Exists(path) ? [.. File.ReadLines(path).Select(line => JsonSerializer.Deserialize<T>(line, Format)!)] : [];

    public static void Append<T>(string path, T record) => File.AppendAllText(path, JsonSerializer.Serialize(record, Format) + "\n");
}

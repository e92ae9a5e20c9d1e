using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Bench.Runner;

/// <summary>
/// What a program depends on (<c>*.deps.json</c>), without the versions of the projects that it was built from: some projects have another
/// with each commit, and nothing is chosen by them.
/// </summary>
internal static class DependencyList
{
    /// <returns>A text that is the same for lists that differ in nothing else; null where it is no such list.</returns>
    public static string? WithoutProjectVersions(byte[] json)
    {
        try
        {
            if (JsonNode.Parse(json) is not JsonObject list || list["libraries"] is not JsonObject libraries)
                return null;
            var projects = libraries
                .Where(library => library.Value is JsonObject value && value["type"] is JsonValue type && type.ToString() == "project")
                .Select(library => library.Key.Split('/'))
                .ToDictionary(parts => parts[0], parts => parts[^1], StringComparer.Ordinal);
            var text = new StringBuilder();
            Write(text, list, projects, ofProject: false);
            return text.ToString();
        }
        // A key that occurs twice shows where it is asked for.
        catch (Exception e) when (e is JsonException or ArgumentException or InvalidOperationException)
        {
            return null;
        }
    }

    private static void Write(StringBuilder text, JsonObject node, Dictionary<string, string> projects, bool ofProject)
    {
        text.Append('{');
        foreach (var (key, value) in node)
        {
            var name = Name(key, projects);
            text.Append(JsonSerializer.Serialize(name)).Append(':');
            if (value is JsonObject nested)
                Write(text, nested, projects, ofProject || name != key);
            else if (!IsVersionOf(key, value, projects) && !(ofProject && key == "fileVersion"))
                text.Append(value?.ToJsonString() ?? "null");
            text.Append(',');
        }

        text.Append('}');
    }

    private static string Name(string key, Dictionary<string, string> projects) =>
        key.Split('/') is [var name, var version] && projects.GetValueOrDefault(name) == version ? name : key;

    private static bool IsVersionOf(string key, JsonNode? value, Dictionary<string, string> projects) =>
        projects.TryGetValue(key, out var version) && value is JsonValue && value.ToString() == version;
}

using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Bench.Runner;

// Reads a program's *.deps.json without the versions of its own projects. Some projects have a new version at each commit, and nothing is
// selected by it.
internal static class DependencyList
{
    // Equal for lists that differ only in those versions; null if the JSON is not such a list.
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
        // JsonObject reports a duplicate key only on access.
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

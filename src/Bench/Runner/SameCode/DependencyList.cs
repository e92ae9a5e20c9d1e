using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Bench.Runner;

// Reads a program's *.deps.json without the versions of projects and packages. Every process reads this file, and the runtime only takes
// from it which assemblies the program has. These are compared themselves.
internal static class DependencyList
{
    // These properties of a package differ between its versions.
    private static readonly string[] OfVersions = ["sha512", "path", "hashPath", "assemblyVersion", "fileVersion"];

    // Equal for lists that differ only in versions; null if the JSON is not such a list.
    public static string? WithoutVersions(byte[] json)
    {
        try
        {
            if (JsonNode.Parse(json) is not JsonObject list || list["libraries"] is not JsonObject libraries)
                return null;
            var own = libraries
                .Where(library =>
                    library.Value is JsonObject value && value["type"] is JsonValue type && type.ToString() is "project" or "package"
                )
                .Select(library => (Parts: library.Key.Split('/'), IsPackage: library.Value!["type"]!.ToString() == "package"))
                .ToDictionary(library => library.Parts[0], library => (library.Parts[^1], library.IsPackage), StringComparer.Ordinal);
            var text = new StringBuilder();
            Write(text, list, own, isPackage: null);
            return text.ToString();
        }
        // JsonObject reports a duplicate key only on access.
        catch (Exception e) when (e is JsonException or ArgumentException or InvalidOperationException)
        {
            return null;
        }
    }

    // isPackage is about the library that the node describes; null if it describes none or several. The folder in front of the name of a
    // package's file depends on the version.
    private static void Write(
        StringBuilder text,
        JsonObject node,
        Dictionary<string, (string Version, bool IsPackage)> own,
        bool? isPackage,
        bool hasFiles = false
    )
    {
        text.Append('{');
        foreach (var (key, value) in node)
        {
            var name = hasFiles ? Path.GetFileName(key) : Name(key, own);
            text.Append(JsonSerializer.Serialize(name)).Append(':');
            if (value is JsonObject nested)
                Write(text, nested, own, isPackage ?? IsPackage(key, own), isPackage is true && key == "runtime");
            else if (!IsVersionOf(key, value, own) && !IsOfVersion(key, isPackage))
                text.Append(value?.ToJsonString() ?? "null");
            text.Append(',');
        }

        text.Append('}');
    }

    private static string Name(string key, Dictionary<string, (string Version, bool IsPackage)> own) =>
        key.Split('/') is [var name, var version] && own.GetValueOrDefault(name).Version == version ? name : key;

    // Null if the key is not that of a library.
    private static bool? IsPackage(string key, Dictionary<string, (string Version, bool IsPackage)> own) =>
        Name(key, own) is var name && name != key ? own[name].IsPackage : null;

    private static bool IsOfVersion(string key, bool? isPackage) =>
        isPackage switch
        {
            true => OfVersions.Contains(key),
            false => key == "fileVersion",
            null => false,
        };

    private static bool IsVersionOf(string key, JsonNode? value, Dictionary<string, (string Version, bool IsPackage)> own) =>
        own.TryGetValue(key, out var library) && value is JsonValue && value.ToString() == library.Version;
}

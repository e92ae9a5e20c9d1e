using System.Text.Json;
using System.Text.Json.Nodes;

namespace Bench.Hiding;

// The text of a bench.json for result files: without the secrets of the requests and servers in `load`.
internal static class SettingsText
{
    private static readonly JsonDocumentOptions WrittenByHand = new()
    {
        CommentHandling = JsonCommentHandling.Skip,
        AllowTrailingCommas = true,
        AllowDuplicateProperties = false,
    };

    // Hides secrets in two versions of a file. If a hidden value differs between them, the marker shows it.
    public static (string? Baseline, string? Candidate) Hide(string? baseline, string? candidate)
    {
        var (before, after) = (Parse(baseline), Parse(candidate));
        foreach (var entry in EntriesOf(after))
        {
            var known = EntriesOf(before).FirstOrDefault(other => NameOf(other) is { } name && name == NameOf(entry));
            var isChanged =
                known is not null
                && known.ToJsonString() != entry.ToJsonString()
                && HiddenIn(known, Secrets.Hidden).ToJsonString() == HiddenIn(entry, Secrets.Hidden).ToJsonString();
            Replace(entry, HiddenIn(entry, isChanged ? Secrets.Changed : Secrets.Hidden));
        }

        foreach (var entry in EntriesOf(before))
            Replace(entry, HiddenIn(entry, Secrets.Hidden));
        return (Text(baseline, before), Text(candidate, after));
    }

    public static string? Hide(string? settings) => Hide(settings, null).Baseline;

    private static JsonNode? Parse(string? settings)
    {
        try
        {
            return settings is null ? null : JsonNode.Parse(settings.TrimStart('\uFEFF'), documentOptions: WrittenByHand);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    // The text stays as it was written if nothing is hidden.
    private static string? Text(string? settings, JsonNode? hidden) =>
        settings is null ? null
        : hidden is null || hidden.ToJsonString() == Parse(settings)!.ToJsonString() ? Secrets.In(settings)
        : hidden.ToJsonString();

    private static JsonObject[] EntriesOf(JsonNode? settings) =>
        settings is JsonObject all && all.TryGetPropertyValue("load", out var load) && load is JsonArray entries
            ? [.. entries.OfType<JsonObject>()]
            : [];

    private static string? NameOf(JsonObject entry) =>
        entry["name"] is JsonValue value && value.TryGetValue(out string? name) ? name : null;

    private static void Replace(JsonObject entry, JsonObject hidden)
    {
        foreach (var (name, value) in hidden)
            entry[name] = value?.DeepClone();
    }

    private static JsonObject HiddenIn(JsonObject entry, string marker)
    {
        var (secrets, copy) = (new Secrets(marker), entry.DeepClone().AsObject());
        Each(copy, "headers", secrets.Header);
        Each(copy, "environment", secrets.Variable);
        foreach (var name in new[] { "arguments", "start" })
        {
            if (copy[name] is JsonArray words)
                copy[name] = new JsonArray([
                    .. secrets.Words([.. words.Select(word => TextOf(word) ?? "")]).Select(word => (JsonNode?)word),
                ]);
        }

        foreach (var name in new[] { "path", "readyPath" })
        {
            if (TextOf(copy[name]) is { } path)
                copy[name] = secrets.Path(path);
        }

        foreach (var name in new[] { "body", "expectBody" })
        {
            if (TextOf(copy[name]) is { } body)
                copy[name] = secrets.Body(body);
        }

        return copy;
    }

    private static void Each(JsonObject entry, string name, Func<string, string, string> hide)
    {
        if (entry[name] is not JsonObject values)
            return;
        foreach (var (key, value) in values.ToArray())
        {
            if (TextOf(value) is { } text)
                values[key] = hide(key, text);
        }
    }

    private static string? TextOf(JsonNode? node) => node is JsonValue value && value.TryGetValue(out string? text) ? text : null;
}

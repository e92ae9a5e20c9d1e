using System.Text.Json.Nodes;
using YamlDotNet.Core;
using YamlDotNet.RepresentationModel;

namespace Bench.Tests;

/// <summary>YAML as JSON, which is easy to compare and search. Every scalar is text; a duplicate key is an error.</summary>
internal static class Yaml
{
    public static JsonNode Read(string text)
    {
        var stream = new YamlStream();
        stream.Load(new MergingParser(new Parser(new StringReader(text))));
        return Node(stream.Documents.Single().RootNode);
    }

    public static IEnumerable<JsonObject> Objects(JsonNode? node) =>
        node switch
        {
            JsonObject map => map.Select(property => property.Value).SelectMany(Objects).Prepend(map),
            JsonArray list => list.SelectMany(Objects),
            _ => [],
        };

    private static JsonNode Node(YamlNode node) =>
        node switch
        {
            YamlMappingNode map => new JsonObject(
                map.Children.Select(child => KeyValuePair.Create(((YamlScalarNode)child.Key).Value!, (JsonNode?)Node(child.Value)))
            ),
            YamlSequenceNode list => new JsonArray([.. list.Children.Select(Node)]),
            _ => JsonValue.Create(((YamlScalarNode)node).Value ?? "")!,
        };
}

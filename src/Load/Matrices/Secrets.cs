using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Bench.Comparison;
using Bench.Results;
using Bench.Runner;

namespace Bench.Load;

/// <summary>
/// What no file of results says, because files are uploaded and committed: passwords and keys, known by the names of settings.
/// </summary>
internal static partial class Secrets
{
    /// <summary>What stands for a value.</summary>
    public const string Hidden = "(hidden)";

    public static LoadMatrix Hide(LoadMatrix matrix) =>
        matrix with
        {
            Headers = Hide(matrix.Headers),
            Start = Hide(matrix.Start),
            Arms = [.. matrix.Arms.Select(Hide)],
        };

    public static LoadArm Hide(LoadArm arm) => arm with { Environment = Hide(arm.Environment), Switches = Hide(arm.Switches) };

    public static CheckInfo Hide(CheckInfo check) =>
        check with
        {
            BaselineConfig = HideIn(check.BaselineConfig),
            CandidateConfig = HideIn(check.CandidateConfig),
            Options = check.Options is { } options ? options with { Config = HideIn(options.Config) } : null,
        };

    // The text of a bench.json without the secrets of its load; as it is where it has none, or can't be read.
    private static string? HideIn(string? settings)
    {
        if (settings is null)
            return null;
        try
        {
            var all = JsonNode.Parse(settings.TrimStart('\uFEFF'), documentOptions: ProjectFiles.WrittenByHand);
            var load = all?["load"] as JsonArray;
            var before = load?.ToJsonString();
            foreach (var entry in (load ?? []).OfType<JsonObject>())
            {
                foreach (var name in new[] { nameof(LoadEndpoint.Headers), nameof(LoadEndpoint.Environment) })
                    HideValues(entry[JsonNamingPolicy.CamelCase.ConvertName(name)] as JsonObject);
                foreach (var name in new[] { nameof(LoadEndpoint.Arguments), nameof(LoadEndpoint.Start) })
                    HideWords(entry[JsonNamingPolicy.CamelCase.ConvertName(name)] as JsonArray);
            }

            return before == load?.ToJsonString() ? settings : all!.ToJsonString();
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or ArgumentException)
        {
            return settings;
        }
    }

    private static void HideValues(JsonObject? values)
    {
        foreach (var name in (values ?? []).Select(value => value.Key).Where(IsSecret).ToArray())
            values![name] = Hidden;
    }

    private static void HideWords(JsonArray? words)
    {
        if (words is null)
            return;
        var hidden = Hide([.. words.Select(word => (string?)word ?? "")]);
        for (var i = 0; i < hidden.Length; i++)
            words[i] = hidden[i];
    }

    /// <summary>Words of a command line, or variables: <c>--ApiKey abc</c>, <c>--ApiKey=abc</c>, <c>ApiKey=abc</c>.</summary>
    public static string[] Hide(IReadOnlyList<string> words) =>
        [
            .. words.Select(
                (word, i) =>
                    i > 0 && IsSwitch(words[i - 1]) && IsSecret(words[i - 1]) && !word.StartsWith('-') ? Hidden
                    : word.Split('=', 2) is [var name, _] && IsSecret(name) ? $"{name}={Hidden}"
                    : word
            ),
        ];

    private static Dictionary<string, string> Hide(IReadOnlyDictionary<string, string> values) =>
        values.ToDictionary(value => value.Key, value => IsSecret(value.Key) ? Hidden : value.Value);

    private static bool IsSwitch(string word) => word.StartsWith('-') && !word.Contains('=', StringComparison.Ordinal);

    private static bool IsSecret(string name) => Names().IsMatch(name);

    // A setting is called after what it is at its end: KeyVault:Url is none, and MaxKeys neither.
    [GeneratedRegex(
        "(?:authorization|cookie|credentials?|key|password|passwd|pwd|secret|signature|token)$|connectionstring",
        RegexOptions.CultureInvariant | RegexOptions.IgnoreCase
    )]
    private static partial Regex Names();
}

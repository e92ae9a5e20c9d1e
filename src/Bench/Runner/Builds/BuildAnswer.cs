using System.Text.Json;

namespace Bench.Runner;

/// <summary>Finds MSBuild's JSON, which follows any other output of the build.</summary>
internal static class BuildAnswer
{
    // Null if the output has no JSON object with this property.
    public static JsonElement? Find(string output, string name)
    {
        for (var start = output.IndexOf('{', StringComparison.Ordinal); start >= 0; start = output.IndexOf('{', start + 1))
        {
            try
            {
                using var json = JsonDocument.Parse(output.AsMemory(start));
                if (json.RootElement.TryGetProperty(name, out var answer))
                    return answer.Clone();
            }
            catch (JsonException)
            {
                // A brace in a warning or an error.
            }
        }

        return null;
    }
}

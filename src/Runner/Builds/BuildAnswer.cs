using System.Text.Json;

namespace Bench.Runner;

/// <summary>What MSBuild answers in JSON, behind all that a build has to say.</summary>
internal static class BuildAnswer
{
    /// <param name="name">Of what was asked for, as the answer has it.</param>
    /// <returns>Null where there is no answer.</returns>
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
                // The brace of a warning or an error.
            }
        }

        return null;
    }
}

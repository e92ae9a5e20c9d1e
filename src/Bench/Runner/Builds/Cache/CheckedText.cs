using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

namespace Bench.Runner;

/// <summary>JSON after its own hash, to detect damaged files.</summary>
internal static class CheckedText
{
    public static string Of<T>(T value)
    {
        var json = JsonSerializer.Serialize(value);
        return $"{Hash(json)}\n{json}\n";
    }

    // Null if the text is damaged.
    public static T? Parse<T>(string text)
        where T : class
    {
        if (text.Split('\n') is not [var hash, var json, ..] || hash != Hash(json))
            return null;
        try
        {
            return JsonSerializer.Deserialize<T>(json);
        }
        catch (JsonException)
        {
            // Another version of bench wrote it.
            return null;
        }
    }

    private static string Hash(string json) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(json)));
}

using System.Text.Json;

namespace Bench.Results;

// The library's own messages name types of this program.
internal static class JsonTrouble
{
    public static string Of(JsonException error) =>
        IsCutOff(error) ? "it ends too early, as if it was cut off"
        : error.Message.Contains("could not be converted", StringComparison.Ordinal)
            ? error.Path is "$" ? "the top level has the wrong kind"
                : $"the value of {error.Path} has the wrong kind"
        : error.Message.Split(" Path:")[0].Split(" LineNumber:")[0].TrimEnd('.') + (error.Path is { Length: > 1 } path ? $" at {path}" : "");

    // The reader found no other fault before the end of the text.
    private static bool IsCutOff(JsonException error) =>
        error.Message.Contains("Expected depth to be zero", StringComparison.Ordinal)
        || error.Message.Contains("reached end of data", StringComparison.Ordinal)
        || error.Message.Contains("end of string", StringComparison.Ordinal)
        || error.Message.Contains("does not contain any JSON tokens", StringComparison.Ordinal);
}

using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Bench.Results;

namespace Bench.Load;

// Rules for all plans that users write: matrices and scenarios.
internal static class PlanFile
{
    private const int MaxNameLength = 100;

    // Plans name the files of their runs.
    public static bool IsName(string name)
    {
        return name.Length is > 0 and <= MaxNameLength && name.IndexOfAny(Path.GetInvalidFileNameChars()) < 0 && !name.StartsWith('.');
    }

    // Two slashes would name another server, and the text after a # is not sent.
    public static bool IsPath(string path)
    {
        return path.StartsWith('/') && path is not ['/', '/' or '\\', ..] && !path.Any(char.IsControl) && path.IndexOfAny([' ', '#']) < 0;
    }

    public static T Read<T>(InputFile file, JsonTypeInfo<T> type, string what, Func<T, string?> mistake)
        where T : class
    {
        try
        {
            var plan = JsonSerializer.Deserialize(file.ReadText(), type) ?? throw new LoadException($"{file} is not a {what}.");
            return mistake(plan) is { } wrong ? throw new LoadException($"{file}: {wrong}") : plan;
        }
        catch (JsonException e)
        {
            throw new LoadException($"{file}{(e.LineNumber is { } line ? $", line {line + 1}" : "")}: {e.Message.Split(" Path:")[0]}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new LoadException($"'{file}' cannot be read: {e.Message}");
        }
    }
}

/// <param name="Key">The key with the wrong value; null if the mistake is about several.</param>
/// <param name="Text">The rest of a sentence that begins with the key.</param>
internal sealed record PlanMistake(string? Key, string Text)
{
    public override string ToString() => Key is null ? Text : $"{Key} {Text}";
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    ReadCommentHandling = JsonCommentHandling.Skip,
    AllowTrailingCommas = true,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    AllowDuplicateProperties = false
)]
[JsonSerializable(typeof(LoadMatrix))]
[JsonSerializable(typeof(Scenario))]
internal sealed partial class PlanContext : JsonSerializerContext;

using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Bench.Results;

namespace Bench.Load;

/// <summary>What every file has in common that a user writes to say what is to be loaded.</summary>
internal static class PlanFile
{
    private const int MaxNameLength = 100;

    /// <summary>Whether the files of a run can be called so.</summary>
    public static bool IsName(string name)
    {
        return name.Length is > 0 and <= MaxNameLength && name.IndexOfAny(Path.GetInvalidFileNameChars()) < 0 && !name.StartsWith('.');
    }

    /// <summary>Whether it is a path below an address: two slashes would name another server, and what follows a # is not sent.</summary>
    public static bool IsPath(string path)
    {
        return path.StartsWith('/') && path is not ['/', '/' or '\\', ..] && !path.Any(char.IsControl) && path.IndexOfAny([' ', '#']) < 0;
    }

    public static T Read<T>(InputFile file, JsonTypeInfo<T> type, string what, Func<T, string?> mistake)
        where T : class
    {
        try
        {
            var plan = JsonSerializer.Deserialize(file.ReadText(), type) ?? throw new LoadException($"{file} is no {what}.");
            return mistake(plan) is { } wrong ? throw new LoadException($"{file}: {wrong}") : plan;
        }
        catch (JsonException e)
        {
            throw new LoadException($"{file}{(e.LineNumber is { } line ? $", line {line + 1}" : "")}: {e.Message.Split(" Path:")[0]}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new LoadException($"'{file}' can't be read: {e.Message}");
        }
    }
}

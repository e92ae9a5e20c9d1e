using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Bench.LoadTesting;

/// <summary>What every file has in common that a user writes to say what is to be loaded.</summary>
public static class PlanFile
{
    private const int LongestName = 100;

    /// <summary>Whether the files of a run can be called so.</summary>
    /// <param name="name">The name.</param>
    public static bool IsName(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return name.Length is > 0 and <= LongestName && name.IndexOfAny(Path.GetInvalidFileNameChars()) < 0 && !name.StartsWith('.');
    }

    /// <summary>Whether it is a path below an address: two slashes would name another server.</summary>
    /// <param name="path">The path.</param>
    public static bool IsPath(string path)
    {
        ArgumentNullException.ThrowIfNull(path);
        return path.StartsWith('/') && path is not ['/', '/' or '\\', ..] && !path.Any(char.IsControl) && !path.Contains(' ', StringComparison.Ordinal);
    }

    /// <summary>Reads one.</summary>
    /// <param name="file">The file.</param>
    /// <param name="type">What it holds.</param>
    /// <param name="what">What it is called in messages.</param>
    /// <param name="mistake">What is wrong with it; null for nothing.</param>
    /// <returns>It, without a mistake.</returns>
    /// <exception cref="LoadException">There is none, or it is wrong.</exception>
    public static T Read<T>(string file, JsonTypeInfo<T> type, string what, Func<T, string?> mistake)
        where T : class
    {
        try
        {
            var plan = JsonSerializer.Deserialize(File.ReadAllText(file), type) ?? throw new LoadException($"{file} is no {what}.");
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

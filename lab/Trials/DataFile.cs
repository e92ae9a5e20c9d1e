using System.Text.Json;

namespace Lab.Trials;

/// <summary>What is copied beside the program: changes whose effect is known, and what else a trial needs.</summary>
internal static class DataFile
{
    private static readonly JsonSerializerOptions Format = new(JsonSerializerDefaults.Web);

    /// <param name="name">From the folder of this project, with slashes.</param>
    public static string PathOf(string name) => Path.Combine(AppContext.BaseDirectory, name);

    public static IReadOnlyList<T> Read<T>(string name) => JsonSerializer.Deserialize<T[]>(File.ReadAllText(PathOf(name)), Format)!;
}

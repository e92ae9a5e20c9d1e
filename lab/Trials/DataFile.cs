using System.Text.Json;

namespace Lab.Trials;

/// <summary>Files that are copied next to the program, such as the known changes of trials.</summary>
internal static class DataFile
{
    private static readonly JsonSerializerOptions Format = new(JsonSerializerDefaults.Web);

    /// <param name="name">From the folder of this project, with slashes.</param>
    public static string PathOf(string name) => Path.Combine(AppContext.BaseDirectory, name);

    public static IReadOnlyList<T> Read<T>(string name) => JsonSerializer.Deserialize<T[]>(File.ReadAllText(PathOf(name)), Format)!;
}

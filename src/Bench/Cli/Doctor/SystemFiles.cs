using System.Globalization;

namespace Bench.Cli.Doctor;

/// <summary>The files in which Linux describes the machine. Without them every finding is unknown, and nothing fails.</summary>
/// <param name="root">The folder that contains <c>proc</c> and <c>sys</c>.</param>
internal sealed class SystemFiles(string root)
{
    public static SystemFiles OfThisMachine { get; } = new("/");

    /// <summary>Trimmed; null if the file is missing or can't be read.</summary>
    public string? Text(string path)
    {
        try
        {
            return File.ReadAllText(Path.Combine(root, path)).Trim();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    public long? Number(string path) =>
        long.TryParse(Text(path), NumberStyles.Integer, CultureInfo.InvariantCulture, out var number) ? number : null;

    /// <summary>Names without paths; empty if the folder is missing.</summary>
    public IReadOnlyList<string> Folders(string path)
    {
        try
        {
            return [.. Directory.EnumerateDirectories(Path.Combine(root, path)).Select(folder => Path.GetFileName(folder)).Order()];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}

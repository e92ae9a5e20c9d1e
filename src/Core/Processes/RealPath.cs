namespace Bench.Processes;

/// <summary>A path without links, as git and the runtime's host name it.</summary>
internal static class RealPath
{
    private const int MostLinks = 40;

    /// <param name="path">What need not be there.</param>
    public static string Of(string path)
    {
        var links = 0;
        return Of(Path.GetFullPath(path), ref links);
    }

    private static string Of(string path, ref int links)
    {
        var real = Path.GetPathRoot(path)!;
        foreach (var part in path[real.Length..].Split(Path.DirectorySeparatorChar, StringSplitOptions.RemoveEmptyEntries))
        {
            var next = Path.Combine(real, part);
            // One that leads in circles stays as it is.
            real = Target(next) is { } target && links++ < MostLinks ? Of(Path.GetFullPath(target, real), ref links) : next;
        }

        return real;
    }

    private static string? Target(string path)
    {
        try
        {
            return new FileInfo(path).LinkTarget;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}

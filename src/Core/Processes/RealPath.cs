namespace Bench.Processes;

// A path without links, as git and the runtime's host name it.
internal static class RealPath
{
    private const int MostLinks = 40;

    // The path need not exist.
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
            // A circular link is not resolved.
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

namespace Bench.Runner;

/// <summary>
/// A copy of a program that finds the files of its repository: it lies below links to them, as deep as BenchmarkDotNet's own copies
/// lie, so that a set-up that goes up from the program's folder finds what it finds there.
/// </summary>
internal static class ProgramCopy
{
    /// <summary>What BenchmarkDotNet adds to the folder of a program that it builds once more.</summary>
    private static readonly string Below = Path.Combine("copy", "bin", "Release");

    /// <summary>Copies a program.</summary>
    /// <param name="root">The top folder of the sources; the program's own folder if they lie in no repository.</param>
    /// <param name="path">The folder of the program, below the root.</param>
    /// <param name="destination">A folder that does not exist yet.</param>
    /// <param name="copy">Copies the files into a folder that does not exist yet.</param>
    /// <returns>The folder of the copy.</returns>
    public static string Create(string root, string path, string destination, Action<string> copy)
    {
        var folder = Path.Combine(destination, path, Below, Path.GetFileName(Path.GetFullPath(path, root)));
        copy(folder);
        if (path != ".")
            LinkSiblings(root, destination, path.Split(Path.DirectorySeparatorChar));
        return folder;
    }

    /// <summary>The top folder of the work tree that a folder lies in; without one, the folder itself.</summary>
    public static string RootOf(string folder) => WorkTreeOf(folder) ?? folder;

    /// <summary>The top folder of the work tree that a folder lies in; null if it lies in none.</summary>
    public static string? WorkTreeOf(string folder)
    {
        for (var parent = new DirectoryInfo(folder); parent is not null; parent = parent.Parent)
        {
            if (Path.Exists(Path.Combine(parent.FullName, ".git")))
                return parent.FullName;
        }

        return null;
    }

    private static void LinkSiblings(string from, string to, IEnumerable<string> path)
    {
        foreach (var part in path)
        {
            // A program that was built for an earlier check has no folder among these sources.
            if (!Directory.Exists(from))
                return;
            foreach (var entry in new DirectoryInfo(from).EnumerateFileSystemInfos().Where(entry => entry.Name != part))
                Link(entry, Path.Combine(to, entry.Name));
            (from, to) = (Path.Combine(from, part), Path.Combine(to, part));
        }
    }

    private static void Link(FileSystemInfo entry, string link)
    {
        try
        {
            if (entry is DirectoryInfo)
                Directory.CreateSymbolicLink(link, entry.FullName);
            else
                File.CreateSymbolicLink(link, entry.FullName);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Windows lets not everybody make links; most programs need none.
        }
    }

    public static void CopyFiles(string from, string to)
    {
        Directory.CreateDirectory(to);
        foreach (var folder in Directory.EnumerateDirectories(from, "*", SearchOption.AllDirectories))
            Directory.CreateDirectory(Path.Combine(to, Path.GetRelativePath(from, folder)));
        foreach (var file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories))
            File.Copy(file, Path.Combine(to, Path.GetRelativePath(from, file)));
    }
}

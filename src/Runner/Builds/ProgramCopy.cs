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
    /// <param name="binaries">The folder of the program.</param>
    /// <param name="destination">A folder that does not exist yet.</param>
    /// <returns>The folder of the copy.</returns>
    public static string Create(string binaries, string destination)
    {
        var root = RootOf(binaries);
        var path = Path.GetRelativePath(root, binaries);
        var folder = Path.Combine(destination, path, Below, Path.GetFileName(binaries));
        Copy(binaries, folder);
        if (root != binaries)
            LinkSiblings(root, destination, path.Split(Path.DirectorySeparatorChar));
        return folder;
    }

    /// <summary>The top folder of the work tree that the program was built in; without one, its own folder.</summary>
    private static string RootOf(string binaries)
    {
        for (var folder = new DirectoryInfo(binaries); folder is not null; folder = folder.Parent)
        {
            if (Path.Exists(Path.Combine(folder.FullName, ".git")))
                return folder.FullName;
        }

        return binaries;
    }

    private static void LinkSiblings(string from, string to, IEnumerable<string> path)
    {
        foreach (var part in path)
        {
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

    private static void Copy(string from, string to)
    {
        Directory.CreateDirectory(to);
        foreach (var folder in Directory.EnumerateDirectories(from, "*", SearchOption.AllDirectories))
            Directory.CreateDirectory(Path.Combine(to, Path.GetRelativePath(from, folder)));
        foreach (var file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories))
            File.Copy(file, Path.Combine(to, Path.GetRelativePath(from, file)));
    }
}

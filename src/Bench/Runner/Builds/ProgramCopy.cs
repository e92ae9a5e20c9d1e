namespace Bench.Runner;

// A copy of a program, surrounded by links to the files of its repository. It is as deep as a copy of BenchmarkDotNet, so that a set-up
// that searches upwards from the program's folder finds the same files.
internal static class ProgramCopy
{
    // BenchmarkDotNet appends these folders when it builds a program again.
    private static readonly string Below = Path.Combine("copy", "bin", "Release");

    // Returns the folder of the copy. "path" is the program's folder relative to "root", the top folder of the sources. "copy" copies the
    // files. Neither the destination nor the folder passed to "copy" exists yet.
    public static string Create(string root, string path, string destination, Action<string> copy)
    {
        var folder = Path.Combine(destination, path, Below, Path.GetFileName(Path.GetFullPath(path, root)));
        copy(folder);
        if (path != ".")
            LinkSiblings(root, destination, path.Split(Path.DirectorySeparatorChar));
        return folder;
    }

    // The folder itself if it is not in a work tree.
    public static string RootOf(string folder) => WorkTreeOf(folder) ?? folder;

    // Null if the folder is not in a work tree.
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
            // A reused program has no output folder in these sources.
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
            // Windows does not let everybody create links, and most programs need none.
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

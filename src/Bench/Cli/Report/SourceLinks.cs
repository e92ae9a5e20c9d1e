namespace Bench.Cli.Report;

/// <summary>Links from a page to the files of its figures, and to the measured code.</summary>
/// <param name="pageFolder">The folder of the page.</param>
/// <param name="workingDirectory">The base of relative paths, and the root of the search for code.</param>
internal sealed class SourceLinks(string pageFolder, string workingDirectory)
{
    // Deeper than any project. Stops at links that lead to folders above.
    private const int DeepestFolder = 12;

    private readonly Lazy<ILookup<string, string>> code = new(() =>
        Code(workingDirectory).ToLookup(Path.GetFileNameWithoutExtension, StringComparer.Ordinal)!
    );

    /// <summary>The path of a results file, relative to the page; null for a file in git.</summary>
    public string? ToResults(string source)
    {
        return source.StartsWith(Results.RunLoader.GitPrefix, StringComparison.Ordinal)
            ? null
            : Relative(Path.GetFullPath(source, workingDirectory));
    }

    /// <summary>The path of the file with the name of a class, relative to the page; null for no or several such files.</summary>
    public string? ToCode(string type)
    {
        var files = code.Value[type[(type.LastIndexOf('.') + 1)..]].Take(2).ToArray();
        return files.Length == 1 ? Relative(files[0]) : null;
    }

    private string Relative(string file) =>
        string.Join(
            '/',
            Path.GetRelativePath(pageFolder, file)
                .Split(Path.DirectorySeparatorChar, Path.AltDirectorySeparatorChar)
                .Select(Uri.EscapeDataString)
        );

    private static bool IsInRepository(string folder)
    {
        for (var here = new DirectoryInfo(folder); here is not null; here = here.Parent)
        {
            if (Path.Exists(Path.Combine(here.FullName, ".git")))
                return true;
        }

        return false;
    }

    private static IEnumerable<string> Code(string root)
    {
        // Search only inside a repository: any other folder may be a home folder.
        if (!IsInRepository(root))
            yield break;
        var folders = new Stack<(string Path, int Depth)>([(root, 0)]);
        var options = new EnumerationOptions
        {
            IgnoreInaccessible = true,
            AttributesToSkip = FileAttributes.Hidden | FileAttributes.System | FileAttributes.ReparsePoint,
        };
        while (folders.TryPop(out var folder))
        {
            foreach (var file in Directory.EnumerateFiles(folder.Path, "*.cs", options))
                yield return file;
            if (folder.Depth == DeepestFolder)
                continue;
            foreach (
                var below in Directory
                    .EnumerateDirectories(folder.Path, "*", options)
                    .Where(path => Path.GetFileName(path) is not ("bin" or "obj" or "node_modules"))
            )
                folders.Push((below, folder.Depth + 1));
        }
    }
}

using Bench;

namespace Site;

/// <summary>
/// Writes the site. The folder keeps a list of the written files, so that the next run removes those and nothing else.
/// </summary>
internal static class OutputFolder
{
    private const string List = ".site-files";

    public static void Write(string folder, IReadOnlyCollection<SiteFile> files)
    {
        if (files.GroupBy(file => file.Path).FirstOrDefault(same => same.Count() > 1) is { } twice)
            throw new BenchException($"Two pages of the site would be {twice.Key}.");
        var list = Path.Combine(folder, List);
        if (File.Exists(folder) || Directory.Exists(folder) && Directory.EnumerateFileSystemEntries(folder).Any() && !File.Exists(list))
            throw new BenchException($"--output: '{folder}' has files that are not of a site: expected a new or empty folder.");
        if (File.Exists(list))
            Remove(folder, File.ReadAllLines(list));
        if (files.Select(file => Path.Combine(folder, file.Path)).FirstOrDefault(Path.Exists) is { } stranger)
            throw new BenchException($"--output: '{stranger}' is not of a site, and is not overwritten.");
        Directory.CreateDirectory(folder);
        // Write the list first, so that the next run also removes the files of an interrupted run.
        File.WriteAllLines(list, files.Select(file => file.Path));
        foreach (var file in files)
        {
            var path = Path.Combine(folder, file.Path);
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllBytes(path, file.Content);
        }
    }

    private static void Remove(string folder, IEnumerable<string> paths)
    {
        foreach (var path in paths.Select(path => Path.GetFullPath(path, folder)))
        {
            if (!IsInside(path))
                throw new BenchException($"{Path.Combine(folder, List)} names '{path}', which is not in this folder.");
            if (!File.Exists(path))
                continue;
            File.Delete(path);
            for (
                var parent = Path.GetDirectoryName(path)!;
                IsInside(parent) && !Directory.EnumerateFileSystemEntries(parent).Any();
                parent = Path.GetDirectoryName(parent)!
            )
                Directory.Delete(parent);
        }

        bool IsInside(string path) =>
            path.StartsWith(Path.TrimEndingDirectorySeparator(folder) + Path.DirectorySeparatorChar, StringComparison.Ordinal);
    }
}

using System.Text.Json;
using Bench.Results;

namespace Bench.Runner;

// Finds by their text the project files that may refer to BenchmarkDotNet, because evaluating all projects of a large repository takes
// minutes. A file may refer to it if it names the package, or names another file that may: a referenced project or an imported file.
internal static class ProjectFiles
{
    // People write solution filters and global.json by hand, with comments and trailing commas.
    public static readonly JsonDocumentOptions WrittenByHand = new()
    {
        CommentHandling = JsonCommentHandling.Skip,
        AllowTrailingCommas = true,
    };

    private const int MaxMegabytes = 10;
    private const string Package = "BenchmarkDotNet";
    private const string Versions = "Directory.Packages.props";
    private static readonly string[] ImportedBelow = ["Directory.Build.props", "Directory.Build.targets"];
    private static readonly string[] Projects = [".csproj", ".fsproj", ".vbproj"];
    private static readonly string[] Imports = [".props", ".targets"];
    private static readonly string[] Outputs = ["bin", "obj", "artifacts", "node_modules"];

    public static bool IsProject(string path) => Projects.Contains(Path.GetExtension(path), StringComparer.OrdinalIgnoreCase);

    public static IReadOnlyList<string> MayReferToBenchmarkDotNet(string folder)
    {
        // Central package versions do not refer to packages. They only list versions for projects that may.
        var texts = Enumerate(folder)
            .Where(path => Path.GetFileName(path) != Versions)
            .ToDictionary(path => path, ReadText, StringComparer.Ordinal);
        var found = texts
            .Keys.Where(path => texts[path].Contains(Package, StringComparison.OrdinalIgnoreCase))
            .ToHashSet(StringComparer.Ordinal);
        var added = found.ToArray();
        while (added.Length > 0)
        {
            var known = added;
            added = [.. texts.Keys.Where(path => !found.Contains(path) && known.Any(used => Uses(path, used)))];
            found.UnionWith(added);
        }

        // Only evaluation finds an import whose name is computed. So if no file names such an import, any project may use it.
        var isAnyPossible = found.Any(path => !IsProject(path) && !texts.Keys.Any(user => Uses(user, path)));
        return [.. (isAnyPossible ? texts.Keys : found.AsEnumerable()).Where(IsProject).Order(StringComparer.Ordinal)];

        bool Uses(string path, string used) =>
            texts[path].Contains(Path.GetFileName(used), StringComparison.OrdinalIgnoreCase) || IsImportedBelow(used, path);
    }

    // Submodules and worktrees within the folder are other repositories and do not count.
    private static IEnumerable<string> Enumerate(string folder) =>
        Directory
            .EnumerateFiles(folder, "*", new EnumerationOptions { AttributesToSkip = 0 })
            .Where(path => IsProject(path) || Imports.Contains(Path.GetExtension(path), StringComparer.OrdinalIgnoreCase))
            .Concat(
                Directory
                    .EnumerateDirectories(folder, "*", new EnumerationOptions { AttributesToSkip = FileAttributes.ReparsePoint })
                    .Where(below =>
                        Path.GetFileName(below) is var name
                        && !name.StartsWith('.')
                        && !Outputs.Contains(name, StringComparer.OrdinalIgnoreCase)
                        && !Path.Exists(Path.Combine(below, ".git"))
                    )
                    .SelectMany(Enumerate)
            );

    private static bool IsImportedBelow(string import, string path) =>
        ImportedBelow.Contains(Path.GetFileName(import), StringComparer.OrdinalIgnoreCase)
        && path.StartsWith(Path.GetDirectoryName(import) + Path.DirectorySeparatorChar, StringComparison.Ordinal);

    private static string ReadText(string path)
    {
        try
        {
            return new InputFile(path, path).ReadText(MaxMegabytes);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ResultsException)
        {
            return "";
        }
    }
}

using System.Text.Json;
using System.Text.RegularExpressions;

namespace Bench.Runner;

/// <summary>Reasons why a program cannot be reused: its build depended on something that its key does not cover.</summary>
internal static partial class Objections
{
    // NuGet took another version than the requested one, because the feed lacks that today.
    private static readonly string[] OtherVersion = ["NU1601", "NU1602", "NU1603", "NU1604"];

    // Folders for intermediate files of a build.
    private static readonly string[] Written = ["obj", "bin", "artifacts"];

    // Null if the program can be reused.
    public static string? To(BuildProduct product, SourceTree tree, IEnumerable<string> files)
    {
        if (!BuildOutput.IsIn(tree.Root, product.Folder))
            return $"its output is in {product.Folder}, outside of its sources";
        if (OfImports(tree) is { } import)
            return import;
        if (product.Inputs is null || product.AssetsFile is not { } file || !File.Exists(file))
            return "its sources are not known";
        using var assets = JsonDocument.Parse(File.ReadAllText(file));
        return OfPackages(assets.RootElement)
            ?? OfSources(product.Inputs.Concat(SourceNames.Documents(product.Folder, files)), assets.RootElement, tree);
    }

    // An import from outside the tree is not covered by the key. If a project sets the property that records inputs, recording would
    // replace that project's own import. Null without an objection.
    public static string? OfImports(SourceTree tree) =>
        tree
            .ProjectTexts.Where(text => SetsImport(text.Key, text.Value))
            .Select(text => $"{text.Key} sets {RecordedInputs.Import}")
            .Concat(
                tree.ProjectTexts.Where(text => LeadsOut(text.Key, text.Value))
                    .Select(text => $"{text.Key} imports a file outside of {tree.Root}")
            )
            .Concat(
                tree.ProjectTexts.Where(text => ImportsOther(text.Value))
                    .Select(text => $"{text.Key} imports a file that is not a .props or .targets file")
            )
            .Concat(
                tree.ProjectTexts.Where(text => ReadsOutside().IsMatch(text.Value))
                    .Select(text => $"{text.Key} reads a file outside of {tree.Root} while it is evaluated")
            )
            .FirstOrDefault();

    private static bool SetsImport(string file, string text) =>
        text.Contains(
            file.EndsWith(".rsp", StringComparison.OrdinalIgnoreCase) ? RecordedInputs.Import : $"<{RecordedInputs.Import}",
            StringComparison.OrdinalIgnoreCase
        );

    // The path of an import is relative to the folder of the importing file.
    private static bool LeadsOut(string file, string text)
    {
        var depth = file.Count(sign => sign == '/');
        return Import()
            .Matches(text)
            .Any(match => match.Groups["up"].Captures.Count > depth || Path.IsPathRooted(match.Groups["path"].Value));
    }

    private static bool ImportsOther(string text) =>
        Import()
            .Matches(text)
            .Any(match =>
                Path.GetExtension(match.Groups["path"].Value) is { Length: > 1 } and not (".props" or ".targets" or ".csproj" or ".proj")
            );

    [GeneratedRegex(
        """System\.IO\.File\]::Read\w+\(\s*['"`]?\s*(?:/|[A-Za-z]:|\.\.)""",
        RegexOptions.CultureInvariant | RegexOptions.IgnoreCase
    )]
    private static partial Regex ReadsOutside();

    [GeneratedRegex(
        """<Import\b[^>]*\bProject\s*=\s*["'](?:\$\(MSBuildThisFileDirectory\)[\\/]?)?(?<path>(?<up>\.\.[\\/])*[^"']*)""",
        RegexOptions.CultureInvariant
    )]
    private static partial Regex Import();

    private static string? OfPackages(JsonElement assets) =>
        Floating(assets) is { } floating ? $"it uses the newest version of {floating}"
        : assets.TryGetProperty("logs", out var logs)
        && logs.EnumerateArray().Select(log => log.GetProperty("code").GetString()).FirstOrDefault(OtherVersion.Contains) is { } code
            ? $"the package feed lacks a version that it requires ({code})"
        : null;

    private static string? OfSources(IEnumerable<string> inputs, JsonElement assets, SourceTree tree)
    {
        // Packages never change, and the SDK's files depend on its version only.
        string[] known =
        [
            .. assets.GetProperty("packageFolders").EnumerateObject().Select(folder => folder.Name.TrimEnd('/', '\\')),
            BuildSurroundings.DotnetRoot,
        ];
        var files = tree.Files.ToHashSet(StringComparer.Ordinal);
        foreach (var path in inputs.Where(Path.IsPathRooted).Distinct(StringComparer.Ordinal).Where(File.Exists))
        {
            if (known.Any(folder => BuildOutput.IsIn(folder, path)))
                continue;
            if (!BuildOutput.IsIn(tree.Root, path))
                return $"it is built from {path}, outside of {tree.Root}";
            var name = Path.GetRelativePath(tree.Root, path).Replace('\\', '/');
            if (!files.Contains(name) && !name.Split('/').Any(Written.Contains))
                return $"it is built from {name}, which git ignores";
        }

        return null;
    }

    private static string? Floating(JsonElement assets) =>
        assets
            .GetProperty("project")
            .GetProperty("frameworks")
            .EnumerateObject()
            .Where(framework => framework.Value.TryGetProperty("dependencies", out _))
            .SelectMany(framework => framework.Value.GetProperty("dependencies").EnumerateObject())
            .Where(package => package.Value.TryGetProperty("version", out var version) && HasStar(version))
            .Concat(
                assets
                    .GetProperty("targets")
                    .EnumerateObject()
                    .SelectMany(target => target.Value.EnumerateObject())
                    .Where(library => library.Value.TryGetProperty("dependencies", out _))
                    .SelectMany(library => library.Value.GetProperty("dependencies").EnumerateObject())
                    .Where(package => HasStar(package.Value))
            )
            .Select(package => package.Name)
            .FirstOrDefault();

    private static bool HasStar(JsonElement version) => version.GetString()?.Contains('*', StringComparison.Ordinal) == true;
}

using System.Collections.Concurrent;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

namespace Bench.Runner;

/// <summary>The inputs of a build besides its sources: the SDK, files above the sources, and environment variables.</summary>
internal sealed partial class BuildSurroundings(IBuildTool tool, IReadOnlyDictionary<string, string> variables)
{
    private static readonly string[] Prefixes = ["DOTNET", "MSBUILD", "NUGET"];
    private static readonly string[] Names =
    [
        "CI",
        "GITHUB_ACTIONS",
        "TF_BUILD",
        "Configuration",
        "Platform",
        "ContinuousIntegrationBuild",
        "HOME",
        "USERPROFILE",
    ];

    // The command line sets these itself. They differ between processes and do not affect the build.
    private static readonly string[] WithoutEffect = ["DOTNET_CLI_TELEMETRY", "DOTNET_CLI_UI_LANGUAGE", "DOTNET_NOLOGO"];

    // MSBuild, NuGet and compilers look for these in all folders above a project. NuGet tries three spellings on case-sensitive systems.
    private static readonly string[] Above =
    [
        "Directory.Build.props",
        "Directory.Build.targets",
        "Directory.Build.rsp",
        "Directory.Packages.props",
        "Directory.Solution.props",
        "Directory.Solution.targets",
        "global.json",
        "nuget.config",
        "NuGet.config",
        "NuGet.Config",
        ".editorconfig",
        ".globalconfig",
    ];

    // NuGet's settings of the user and of the machine.
    private static readonly string[] NuGetFolders = [".nuget/NuGet", ".nuget/config", ".config/NuGet", "AppData/Roaming/NuGet"];

    // MSBuild imports files from here into all projects of a user.
    private static readonly string[] ImportFolders = [".local/share/Microsoft/MSBuild", "AppData/Local/Microsoft/MSBuild"];

    private static readonly string[] ReadOfUser = [".config", ".props", ".targets"];

    private static readonly ConcurrentDictionary<string, string[]> SdkNames = new(StringComparer.Ordinal);

    // These differ between terminals and jobs. PATH only determines the SDK, whose version is known.
    private static readonly HashSet<string> OfShells = new(StringComparer.OrdinalIgnoreCase)
    {
        "_",
        "PATH",
        "PWD",
        "OLDPWD",
        "SHLVL",
        "TERM",
        "COLUMNS",
        "LINES",
        "TMPDIR",
        "TMP",
        "TEMP",
    };

    public SortedDictionary<string, string> Of(SourceTree tree, string folder, CancellationToken cancellationToken)
    {
        var version = tool.Version(folder, cancellationToken) ?? throw new BuildCacheException("the .NET SDK does not print its version");
        var parts = new SortedDictionary<string, string>(StringComparer.Ordinal)
        {
            ["sdk"] = version,
            ["system"] = $"{RuntimeInformation.RuntimeIdentifier} {RuntimeInformation.OSArchitecture}",
        };
        var above = FilesAbove(tree.Root).Concat(FilesOfUser()).Where(File.Exists).ToDictionary(file => file, File.ReadAllBytes);
        var named = NamedIn(tree.ProjectTexts.Values.Concat(above.Values.Select(Encoding.UTF8.GetString)))
            .Concat(NamedBySdk(version))
            .ToHashSet(StringComparer.OrdinalIgnoreCase);
        // A program that the build starts may read any variable.
        var startsPrograms = tree.ProjectTexts.Values.Any(StartsPrograms);
        foreach (
            var (name, value) in variables.Where(variable =>
                IsRead(variable.Key, named) || (startsPrograms && !OfShells.Contains(variable.Key))
            )
        )
            parts[$"${name}"] = value;
        foreach (var (file, content) in above)
            parts[file] = Convert.ToHexString(SHA256.HashData(content));
        return parts;
    }

    private static bool IsRead(string variable, HashSet<string> named) =>
        (
            Prefixes.Any(prefix => variable.StartsWith(prefix, StringComparison.OrdinalIgnoreCase))
            && !WithoutEffect.Any(prefix => variable.StartsWith(prefix, StringComparison.OrdinalIgnoreCase))
        )
        || Names.Contains(variable, StringComparer.OrdinalIgnoreCase)
        || named.Contains(variable);

    // MSBuild sees each variable as a property, in any case.
    private static IEnumerable<string> NamedIn(IEnumerable<string> texts) =>
        texts.SelectMany(text => Property().Matches(text).Select(match => match.Groups[1].Value));

    // The SDK's own files read hundreds of properties, such as Optimize and DefineConstants, that no source file has to name.
    private static string[] NamedBySdk(string version) =>
        SdkNames.GetOrAdd(version, static version =>
            Path.Combine(DotnetRoot, "sdk", version) is var folder && Directory.Exists(folder)
                ?
                [
                    .. NamedIn(
                            Directory
                                .EnumerateFiles(folder, "*", SearchOption.AllDirectories)
                                .Where(file => Path.GetExtension(file) is ".props" or ".targets")
                                .Select(File.ReadAllText)
                        )
                        .Where(name => !OfShells.Contains(name))
                        .Distinct(StringComparer.OrdinalIgnoreCase),
                ]
                : []
        );

    // The folder of the current runtime, and of the SDKs next to it.
    internal static string DotnetRoot => Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", ".."));

    private static bool StartsPrograms(string text) =>
        text.Contains("<Exec", StringComparison.OrdinalIgnoreCase) || text.Contains("<UsingTask", StringComparison.OrdinalIgnoreCase);

    // Folders with the same global.json use the same SDK.
    internal static string GlobalJson(string folder) =>
        FoldersAbove(folder).Prepend(folder).Select(parent => Path.Combine(parent, "global.json")).FirstOrDefault(File.Exists) is { } file
            ? File.ReadAllText(file)
            : "";

    private static IEnumerable<string> FilesAbove(string root) =>
        FoldersAbove(root).SelectMany(folder => Above.Select(name => Path.Combine(folder, name)));

    private IEnumerable<string> FilesOfUser()
    {
        var home = variables.GetValueOrDefault("HOME") ?? variables.GetValueOrDefault("USERPROFILE");
        string[] folders =
        [
            .. home is null ? [] : NuGetFolders.Concat(ImportFolders).Select(folder => Path.Combine(home, folder)),
            "/etc/opt/NuGet/Config",
        ];
        return folders
            .Where(Directory.Exists)
            .SelectMany(folder => Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories))
            .Where(file => ReadOfUser.Contains(Path.GetExtension(file), StringComparer.OrdinalIgnoreCase));
    }

    private static IEnumerable<string> FoldersAbove(string folder)
    {
        for (var parent = Directory.GetParent(folder); parent is not null; parent = parent.Parent)
            yield return parent.FullName;
    }

    [GeneratedRegex("""(?:\$\(|GetEnvironmentVariable\(\s*['"`]?)\s*([A-Za-z_][\w-]*)""", RegexOptions.CultureInvariant)]
    private static partial Regex Property();
}

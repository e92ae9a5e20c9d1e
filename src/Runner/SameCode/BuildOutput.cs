using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

namespace Bench.Runner;

/// <summary>The folder that a build wrote its program to.</summary>
/// <param name="SourceRoot">The top folder of the sources that it was built from: files may name it.</param>
internal sealed record BuildOutput(string Folder, string SourceRoot)
{
    /// <summary>What stands for the top folder of the sources: no text of a file or of code holds it.</summary>
    public const string SourceMark = "\0";

    // What BenchmarkDotNet writes whenever the program runs.
    public const string Artifacts = "BenchmarkDotNet.Artifacts";

    // And a program on the harness.
    private static readonly string[] OfRuns = [Artifacts, ".measuring"];

    // What belongs to an assembly of that name, and to nothing where an earlier build has left it behind.
    private static readonly string[] OfAssemblies =
    [
        Dependencies,
        ".runtimeconfig.json",
        ".staticwebassets.endpoints.json",
        ".staticwebassets.runtime.json",
        Symbols,
    ];

    private const string Dependencies = ".deps.json";

    // What only debuggers and stack traces read.
    private const string Symbols = ".pdb";

    /// <summary>The files that a program can read, by their places in the folder.</summary>
    public IReadOnlyDictionary<string, string> Files() =>
        Directory
            .EnumerateFiles(Folder, "*", SearchOption.AllDirectories)
            .Select(path => (Name: Path.GetRelativePath(Folder, path), Path: path))
            .Where(file => !OfRuns.Contains(file.Name.Split(Path.DirectorySeparatorChar)[0]) && IsRead(file.Path))
            .ToDictionary(file => file.Name, file => file.Path, StringComparer.Ordinal);

    /// <summary>Where a file of the sources lies.</summary>
    public string SourceFile(string name) => Path.Combine(SourceRoot, name);

    /// <summary>What else may be run that was built from these sources.</summary>
    public IEnumerable<string> OtherPrograms() =>
        Directory.Exists(SourceRoot)
            ? Directory
                .EnumerateFiles(SourceRoot, "*", new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.None })
                .Where(path => Path.GetExtension(path) is ".dll" or ".exe" or "" && !IsIn(Folder, path))
                .Where(path => !IsIn(Path.Combine(SourceRoot, ".git"), path))
            : [];

    /// <summary>A hash of what a program reads from a file: the same for two builds of the same sources in different folders.</summary>
    public string Hash(string path)
    {
        var content = File.ReadAllBytes(path);
        if (Path.GetExtension(path) != ".json")
            return Convert.ToHexString(SHA256.HashData(content));
        if (path.EndsWith(Dependencies, StringComparison.Ordinal) && DependencyList.WithoutProjectVersions(content) is { } list)
            return Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(list)));
        var root = JsonEncodedText.Encode(SourceRoot).ToString();
        // Byte for byte, with marks of order and whatever is no text.
        var text = Encoding
            .Latin1.GetString(content)
            .Replace(root, SourceMark, StringComparison.Ordinal)
            // Some writers escape slashes.
            .Replace(root.Replace("/", "\\/", StringComparison.Ordinal), SourceMark, StringComparison.Ordinal);
        return Convert.ToHexString(SHA256.HashData(Encoding.Latin1.GetBytes(text)));
    }

    /// <summary>Whether a file is an assembly: metadata and code that can be compared.</summary>
    public static bool IsAssembly(string path)
    {
        if (Path.GetExtension(path) is not (".dll" or ".exe"))
            return false;
        try
        {
            using var file = new PEReader(File.OpenRead(path));
            return file.HasMetadata && file.GetMetadataReader().IsAssembly;
        }
        catch (BadImageFormatException)
        {
            return false;
        }
    }

    /// <summary>Whether an assembly holds machine code, which runs instead of what its methods say, and without a word.</summary>
    public static bool IsCompiledAhead(string path)
    {
        using var file = new PEReader(File.OpenRead(path));
        return IsCompiledAhead(file);
    }

    public static bool IsCompiledAhead(PEReader file) =>
        file.PEHeaders.CorHeader is { } header
        && (header.ManagedNativeHeaderDirectory.Size > 0 || !header.Flags.HasFlag(CorFlags.ILOnly));

    /// <summary>Whether a file lies in a folder, or below it.</summary>
    public static bool IsIn(string folder, string path) =>
        path.StartsWith(Path.GetFullPath(folder) + Path.DirectorySeparatorChar, StringComparison.Ordinal);

    private static bool IsRead(string path) =>
        OfAssemblies.FirstOrDefault(ending => path.EndsWith(ending, StringComparison.OrdinalIgnoreCase)) is not { } ending
        || (ending != Symbols && File.Exists(path[..^ending.Length] + ".dll"));
}

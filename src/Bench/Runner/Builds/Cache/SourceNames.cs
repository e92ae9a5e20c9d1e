using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

namespace Bench.Runner;

/// <summary>Finds out what a program's files reveal about the location of its sources.</summary>
internal static class SourceNames
{
    private static readonly string[] Written = ["obj", "bin"];

    // The paths below the root that the program's files contain. A compiler writes [CallerFilePath] into code, for example, and a list of
    // static files contains their folder. Debug symbols are ignored, because their readers know where the program was built.
    public static IEnumerable<string> In(string program, IEnumerable<string> files, string root)
    {
        string[] texts =
        [
            .. new[] { root, JsonEncodedText.Encode(root).ToString(), root.Replace("/", "\\/", StringComparison.Ordinal) }.Distinct(),
        ];
        return files
            .Where(file => Path.GetExtension(file) != ".pdb")
            .AsParallel()
            .SelectMany(file =>
            {
                var content = WithoutSymbols(Path.Combine(program, file));
                return texts.SelectMany(text => Find(content, text)).ToArray();
            })
            .ToArray();
    }

    // A build writes to this folder, so the file is missing when the program is reused.
    public static bool IsWritten(string path) => path.Split('/', '\\').Any(Written.Contains);

    // The symbols of the program's own assemblies and of the assemblies that it includes name these sources.
    public static IEnumerable<string> Documents(string program, IEnumerable<string> files) =>
        Compiled(program, files).Select(document => document.Path);

    // The path of a source that differs from what was compiled; null if none does. MSBuild does not recompile a changed file that has an
    // old date.
    public static string? Stale(string program, IEnumerable<string> files, string root) =>
        Compiled(program, files)
            .Select(document => (Path: InTree(document.Path, root), document.Hash))
            .Where(document => document.Path is not null && document.Hash.Length > 0)
            .FirstOrDefault(document => !HasHash(document.Path!, document.Hash))
            .Path;

    private static string? InTree(string path, string root)
    {
        if (path.StartsWith(DebugSymbols.MappedRoot, StringComparison.Ordinal))
            path = Path.Combine(root, path[DebugSymbols.MappedRoot.Length..]);
        return BuildOutput.IsIn(root, path) && File.Exists(path) ? path : null;
    }

    private static bool HasHash(string path, byte[] hash)
    {
        using var stream = File.OpenRead(path);
        return (hash.Length == SHA1.HashSizeInBytes ? SHA1.HashData(stream) : SHA256.HashData(stream)).AsSpan().SequenceEqual(hash);
    }

    private static IEnumerable<(string Path, byte[] Hash)> Compiled(string program, IEnumerable<string> files) =>
        files.Where(file => Path.GetExtension(file) is ".dll" or ".exe").SelectMany(file => Documents(Path.Combine(program, file)));

    private static (string Path, byte[] Hash)[] Documents(string assembly) =>
        DebugSymbols.Read<(string, byte[])[]>(assembly, symbols =>
            [
                .. symbols
                    .Documents.Select(symbols.GetDocument)
                    .Select(document => (symbols.GetString(document.Name), document.Hash.IsNil ? [] : symbols.GetBlobBytes(document.Hash))),
            ]
        ) ?? [];

    private static IEnumerable<string> Find(byte[] content, string text) =>
        Find(content, text, Encoding.UTF8).Concat(Find(content, text, Encoding.Unicode));

    private static List<string> Find(byte[] content, string text, Encoding encoding)
    {
        var (pattern, found) = (encoding.GetBytes(text), new List<string>());
        for (var start = 0; content.AsSpan(start).IndexOf(pattern) is >= 0 and var at; start += at + pattern.Length)
        {
            var rest = content.AsSpan(start + at + pattern.Length);
            var path = encoding.GetString(rest[..Math.Min(rest.Length, 1024)]);
            var end = path.AsSpan().IndexOfAnyInRange('\0', '\u001f') is >= 0 and var control ? control : path.Length;
            var quote = path.AsSpan(0, end).IndexOf('"');
            found.Add(path[..(quote >= 0 ? quote : end)]);
        }

        return found;
    }

    // Clears the debug directory, because it names the symbol file where the compiler wrote it.
    private static byte[] WithoutSymbols(string path)
    {
        var content = File.ReadAllBytes(path);
        if (Path.GetExtension(path) is not (".dll" or ".exe"))
            return content;
        try
        {
            using var stream = new MemoryStream((byte[])content.Clone());
            using var file = new PEReader(stream);
            foreach (var entry in file.ReadDebugDirectory())
                content.AsSpan(entry.DataPointer, entry.DataSize).Clear();
        }
        catch (BadImageFormatException)
        {
            // The file is not an assembly.
        }

        return content;
    }
}

using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace Bench.Runner;

/// <summary>Finds methods in the sources, with the portable symbols of an assembly.</summary>
internal static class DebugSymbols
{
    // Deterministic builds replace the root of the sources by this.
    public const string MappedRoot = "/_/";

    // The symbols are next to the assembly or in it. Null without symbols.
    public static T? Read<T>(string assembly, Func<MetadataReader, T?> read)
        where T : class
    {
        try
        {
            using var file = new PEReader(File.OpenRead(assembly));
            if (!file.HasMetadata || !file.TryOpenAssociatedPortablePdb(assembly, Open, out var symbols, out _) || symbols is null)
                return null;
            using (symbols)
                return read(symbols.GetMetadataReader());
        }
        catch (BadImageFormatException)
        {
            return null;
        }
    }

    // The lines of the method; null without symbols or if the file is not among these sources.
    public static SourceRange? Find(string assembly, int token, BuildOutput output)
    {
        try
        {
            return Read(assembly, symbols => Find(symbols, token, output));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static SourceRange? Find(MetadataReader symbols, int token, BuildOutput output)
    {
        var method = ((MethodDefinitionHandle)MetadataTokens.EntityHandle(token)).ToDebugInformationHandle();
        SequencePoint[] points = [.. symbols.GetMethodDebugInformation(method).GetSequencePoints().Where(point => !point.IsHidden)];
        if (points.Length == 0 || InSources(symbols.GetString(symbols.GetDocument(points[0].Document).Name), output) is not { } name)
            return null;
        SequencePoint[] own = [.. points.Where(point => point.Document == points[0].Document)];
        return new SourceRange(name, output.SourceRoot, own.Min(point => point.StartLine), own.Max(point => point.EndLine));
    }

    private static string? InSources(string path, BuildOutput output) =>
        BuildOutput.IsIn(output.BuiltIn, path) ? Path.GetRelativePath(output.BuiltIn, path)
        : path.StartsWith(MappedRoot, StringComparison.Ordinal) && File.Exists(output.SourceFile(path[MappedRoot.Length..]))
            ? path[MappedRoot.Length..]
        : null;

    private static FileStream? Open(string path) => File.Exists(path) ? File.OpenRead(path) : null;
}

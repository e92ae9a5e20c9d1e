using System.Collections.Concurrent;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace Bench.Runner;

// Finds libraries that look at all types of an assembly. Examples are a web framework that looks for controllers and a mapper that looks
// for profiles.
internal sealed class ScannedAssemblies
{
    private static readonly HashSet<string> Scans =
    [
        "Assembly.GetTypes",
        "Assembly.GetExportedTypes",
        "Assembly.GetForwardedTypes",
        "Assembly.get_DefinedTypes",
        "Assembly.get_ExportedTypes",
        "AssemblyExtensions.GetTypes",
        "AssemblyExtensions.GetExportedTypes",
        "Module.FindTypes",
        "Module.GetTypes",
    ];

    // These look at all types only to find the benchmarks.
    private static readonly string[] NoScanners = ["System.Private.CoreLib", "BenchmarkDotNet", "Perfolizer", "Bench.Host"];

    // Null for a library that cannot be read, which may be a scanner.
    private readonly ConcurrentDictionary<string, Scanner?> known = new(StringComparer.Ordinal);

    // The first library of a process that looked at all types of an assembly, or may have; null if none did. Libraries in the framework's
    // folder do not count, because they only do it for others.
    public string? FirstScanner(Recording recording, string? framework)
    {
        var ran = recording.Methods.Select(method => (RuntimeTypeName.Common(method.Type), method.Token)).ToHashSet();
        return recording
            .Modules.Where(path => MayScan(path) && Path.GetDirectoryName(path) != framework)
            .FirstOrDefault(path => known.GetOrAdd(path, Read)?.MayHaveRun(ran) ?? true);
    }

    // Something may have looked at all types of an assembly. That loads all of them, or all that are visible to other assemblies.
    // "graph" is the build of the recording.
    public static bool MayBe(string assembly, CodeGraph graph, Recording recording)
    {
        // If the runtime did not report the benchmark's own type, it does not report types.
        if (recording.Own.Count == 0 || !recording.Own.All(method => recording.Types.Contains(RuntimeTypeName.Common(method.Type))))
            return true;
        var modules = recording.Modules.Select(Path.GetFileNameWithoutExtension).ToHashSet(StringComparer.Ordinal);
        if (!modules.Contains(assembly))
            return false;
        var types = graph.Types(assembly).Where(type => !type.IsForwarder && IsNamed(type.Key.TypeName)).ToArray();
        return types.Length == 0 || AllLoaded(types) || AllLoaded([.. types.Where(type => type.IsVisible)]);

        bool AllLoaded(CodeNode[] some) =>
            some.Length > 0 && some.All(type => recording.Types.Contains(RuntimeTypeName.Common(type.Key.TypeName)) || !CanLoad(type));

        // Reflection skips types whose base type is in a missing assembly.
        bool CanLoad(CodeNode type) => type.Needs.All(modules.Contains);
    }

    // Compiler-generated types share their names in the events, as far as these can be compared. <Module> is never loaded.
    private static bool IsNamed(string type) => !type.Contains('<');

    private static bool MayScan(string path) =>
        Path.IsPathRooted(path) && !NoScanners.Any(name => Path.GetFileName(path).StartsWith(name, StringComparison.Ordinal));

    // The bodies of obfuscated or native methods run, but cannot be read.
    private static Scanner? Read(string path)
    {
        using var file = new PEReader(File.OpenRead(path));
        try
        {
            return Read(file);
        }
        catch (Exception e) when (AssemblyCode.IsOfUnreadable(e))
        {
            return null;
        }
    }

    private static Scanner Read(PEReader file)
    {
        var reader = file.GetMetadataReader();
        var scans = reader
            .MemberReferences.Where(handle => IsScan(reader, reader.GetMemberReference(handle)))
            .Select(handle => MetadataTokens.GetToken(handle))
            .ToHashSet();
        var methods = reader.MethodDefinitions.Where(handle => Calls(file, reader.GetMethodDefinition(handle), scans));
        return new Scanner(
            BuildOutput.IsCompiledAhead(file),
            scans.Count == 0 ? [] : [.. methods.Select(handle => (TypeNameOf(handle), MetadataTokens.GetToken(handle)))]
        );

        string TypeNameOf(MethodDefinitionHandle handle) =>
            RuntimeTypeName.Common(TypeName(reader, reader.GetMethodDefinition(handle).GetDeclaringType()));
    }

    private static bool IsScan(MetadataReader reader, MemberReference member) =>
        member.Parent.Kind == HandleKind.TypeReference
        && Scans.Contains(
            $"{reader.GetString(reader.GetTypeReference((TypeReferenceHandle)member.Parent).Name)}.{reader.GetString(member.Name)}"
        );

    private static bool Calls(PEReader file, MethodDefinition method, HashSet<int> tokens)
    {
        if (method.RelativeVirtualAddress == 0)
            return false;
        var found = false;
        IlTokens.Read(file.GetMethodBody(method.RelativeVirtualAddress).GetILReader(), _ => { }, token => found |= tokens.Contains(token));
        return found;
    }

    private static string TypeName(MetadataReader reader, TypeDefinitionHandle handle)
    {
        var type = reader.GetTypeDefinition(handle);
        var name = GeneratedNames.Join(reader.GetString(type.Namespace), reader.GetString(type.Name));
        return type.GetDeclaringType().IsNil ? name : $"{TypeName(reader, type.GetDeclaringType())}+{name}";
    }

    /// <param name="IsCompiledAhead">If true, its methods raise no events.</param>
    /// <param name="Methods">Those that look at all types.</param>
    private sealed record Scanner(bool IsCompiledAhead, IReadOnlyList<(string Type, int Token)> Methods)
    {
        public bool MayHaveRun(HashSet<(string Type, int Token)> ran) =>
            Methods.Count > 0 && (IsCompiledAhead || Methods.Any(ran.Contains));
    }
}

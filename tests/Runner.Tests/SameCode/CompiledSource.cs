using System.Reflection.PortableExecutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;

namespace Bench.Runner.Tests;

/// <summary>Assemblies that the compiler builds in memory.</summary>
internal static class CompiledSource
{
    private static readonly MetadataReference[] Framework =
    [
        .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!)
            .Split(Path.PathSeparator)
            .Where(path =>
                Path.GetFileName(path).StartsWith("System.", StringComparison.Ordinal)
                || path.EndsWith("Microsoft.CSharp.dll", StringComparison.Ordinal)
            )
            .Select(path => MetadataReference.CreateFromFile(path)),
    ];

    /// <param name="path">The pretended path of the source.</param>
    /// <param name="main">The type whose Main is the program; null for a library.</param>
    /// <param name="aliases">The aliases of the references, in their order; null for none.</param>
    public static byte[] Compile(
        string source,
        string name = "Program",
        string path = "/source/Program.cs",
        IEnumerable<byte[]>? references = null,
        string? resource = null,
        bool hasSymbols = false,
        string? main = null,
        IReadOnlyList<string>? aliases = null
    )
    {
        var compilation = CSharpCompilation.Create(
            name,
            [
                CSharpSyntaxTree.ParseText(
                    $"{string.Concat((aliases ?? []).Select(alias => $"extern alias {alias}; "))}using System; using System.Collections.Generic; using System.Linq; using System.Reflection; using System.Threading.Tasks;\n{source}",
                    path: path,
                    encoding: System.Text.Encoding.UTF8
                ),
            ],
            [
                .. Framework,
                .. (references ?? []).Select(
                    (reference, i) => MetadataReference.CreateFromImage(reference).WithAliases(aliases is null ? [] : [aliases[i]])
                ),
            ],
            new CSharpCompilationOptions(
                main is null ? OutputKind.DynamicallyLinkedLibrary : OutputKind.ConsoleApplication,
                mainTypeName: main,
                optimizationLevel: OptimizationLevel.Release,
                allowUnsafe: true,
                nullableContextOptions: NullableContextOptions.Enable
            )
        );
        using var stream = new MemoryStream();
        var result = compilation.Emit(
            stream,
            options: hasSymbols ? new EmitOptions(debugInformationFormat: DebugInformationFormat.Embedded) : null,
            manifestResources: resource is null
                ? null
                : [new ResourceDescription("text", () => new MemoryStream(System.Text.Encoding.UTF8.GetBytes(resource)), isPublic: true)]
        );
        Assert.True(result.Success, string.Join('\n', result.Diagnostics));
        return stream.ToArray();
    }

    public static CodeGraph Graph(params IEnumerable<byte[]> assemblies) =>
        new(
            assemblies.SelectMany(bytes =>
            {
                using var file = new PEReader(new MemoryStream(bytes));
                return AssemblyCode.Read(file);
            })
        );
}

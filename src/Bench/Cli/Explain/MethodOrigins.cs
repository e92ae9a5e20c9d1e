using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Text.Json;
using Bench.Runner;

namespace Bench.Cli.Explain;

// Types come from the assemblies next to the program; its deps file distinguishes projects, packages and the framework.
internal sealed class MethodOrigins
{
    private readonly Dictionary<string, Origin> types;

    /// <param name="types">Full names of top-level types, without those of the framework.</param>
    internal MethodOrigins(Dictionary<string, Origin> types) => this.types = types;

    public static MethodOrigins Create(params BenchmarkProgram[] programs)
    {
        var types = new Dictionary<string, Origin>(StringComparer.Ordinal);
        foreach (var assembly in programs.SelectMany(Assemblies))
        {
            foreach (var type in Types(assembly.Path))
                types[type] = types.TryGetValue(type, out var known) && known < assembly.Origin ? known : assembly.Origin;
        }

        return new MethodOrigins(types);
    }

    public bool IsOwn(string method) => method != SampledStack.Loop && Of(method) == Origin.Program;

    public Origin Of(string method)
    {
        var name = MethodName.FromFrame(method).Name.Split('+')[0].Replace(':', '.');
        // A method name may contain dots too, for instance those of an explicitly implemented interface.
        for (var end = name.Length; end > 0; end = name.LastIndexOf('.', end - 1))
        {
            if (types.TryGetValue(name[..end], out var origin))
                return origin;
        }

        return Origin.Framework;
    }

    private static IEnumerable<(string Path, Origin Origin)> Assemblies(BenchmarkProgram program)
    {
        var folder = Path.GetDirectoryName(program.Path)!;
        var kinds = Kinds(folder);
        return Directory
            .EnumerateFiles(folder, "*.dll")
            .Select(path => (path, kinds.GetValueOrDefault(Path.GetFileName(path), Origin.Framework)));
    }

    // A self-contained program has the framework next to it, which is neither a project nor a package.
    private static Dictionary<string, Origin> Kinds(string folder)
    {
        var kinds = new Dictionary<string, Origin>(StringComparer.OrdinalIgnoreCase);
        foreach (var file in Directory.EnumerateFiles(folder, "*.deps.json"))
        {
            using var deps = JsonDocument.Parse(File.ReadAllText(file));
            var libraries = deps
                .RootElement.GetProperty("libraries")
                .EnumerateObject()
                .ToDictionary(library => library.Name, library => library.Value.GetProperty("type").GetString());
            foreach (
                var library in deps
                    .RootElement.GetProperty("targets")
                    .EnumerateObject()
                    .SelectMany(target => target.Value.EnumerateObject())
            )
            {
                if (!library.Value.TryGetProperty("runtime", out var assets) || libraries.GetValueOrDefault(library.Name) == "runtimepack")
                    continue;
                foreach (var asset in assets.EnumerateObject())
                    kinds[Path.GetFileName(asset.Name)] =
                        libraries.GetValueOrDefault(library.Name) == "project" ? Origin.Program : Origin.Package;
            }
        }

        return kinds;
    }

    private static string[] Types(string path)
    {
        using var file = new PEReader(File.OpenRead(path));
        if (!file.HasMetadata)
            return [];
        var metadata = file.GetMetadataReader();
        return
        [
            .. metadata
                .TypeDefinitions.Select(metadata.GetTypeDefinition)
                .Where(type => !type.IsNested)
                .Select(type =>
                    type.Namespace.IsNil
                        ? metadata.GetString(type.Name)
                        : $"{metadata.GetString(type.Namespace)}.{metadata.GetString(type.Name)}"
                ),
        ];
    }
}

using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Bench.Runner;

internal static class AssemblyReferences
{
    // Returns the paths of these assemblies, as far as the program has them, and of all that refer to them directly or indirectly. Names
    // are relative to the output folder.
    public static IReadOnlyList<string> WithReferringTo(BuildOutput output, IReadOnlyList<string> names)
    {
        if (names.Count == 0)
            return [];
        var assemblies = output.Files().Where(file => BuildOutput.IsAssembly(file.Value)).ToDictionary(StringComparer.Ordinal);
        var references = assemblies.Values.ToDictionary(path => path, Of, StringComparer.Ordinal);
        var found = names.Select(name => assemblies.GetValueOrDefault(name)).OfType<string>().ToHashSet(StringComparer.Ordinal);
        for (var last = -1; found.Count != last;)
        {
            last = found.Count;
            var simple = found.Select(Path.GetFileNameWithoutExtension).ToHashSet(StringComparer.OrdinalIgnoreCase);
            found.UnionWith(references.Where(pair => pair.Value.Any(simple.Contains)).Select(pair => pair.Key).ToArray());
        }

        return [.. found.Order(StringComparer.Ordinal)];
    }

    private static string[] Of(string path)
    {
        using var file = new PEReader(File.OpenRead(path));
        var reader = file.GetMetadataReader();
        return [.. reader.AssemblyReferences.Select(handle => reader.GetString(reader.GetAssemblyReference(handle).Name))];
    }
}

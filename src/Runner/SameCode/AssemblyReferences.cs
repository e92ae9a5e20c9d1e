using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Bench.Runner;

/// <summary>Which assemblies of a program refer to which.</summary>
internal static class AssemblyReferences
{
    /// <summary>These assemblies of a program, where it has them, and all that refer to them, directly or through others.</summary>
    /// <param name="names">Files, by their places in the output.</param>
    /// <returns>Their paths.</returns>
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

namespace Bench.Runner;

/// <summary>Which files differ between the output of two builds.</summary>
/// <param name="Assemblies">Assemblies whose bytes differ, or that one of the builds has alone: their code is compared.</param>
/// <param name="Changed">Files that both builds have, with another content.</param>
/// <param name="ReasonForAll">A difference that can't be told from the outside to matter or not; null where there is none.</param>
internal sealed record OutputDifferences(IReadOnlyList<string> Assemblies, IReadOnlyList<ChangedFile> Changed, string? ReasonForAll)
{
    public static OutputDifferences Find(BuildOutput baseline, BuildOutput candidate)
    {
        var (before, after) = (baseline.Files(), candidate.Files());
        string[] differing =
        [
            .. before.Keys.Union(after.Keys, StringComparer.Ordinal).Where(Differs).Order(StringComparer.Ordinal),
        ];
        string[] assemblies = [.. differing.Where(name => Paths(name).All(BuildOutput.IsAssembly))];
        string[] others = [.. differing.Except(assemblies)];
        return new OutputDifferences(
            assemblies,
            [.. others.Where(name => Paths(name).Length == 2).Select(name => new ChangedFile(name, Paths(name)))],
            others.Where(name => Paths(name).Length == 1).Select(OfOneBuild).FirstOrDefault()
        );

        bool Differs(string name) =>
            !before.TryGetValue(name, out var old)
            || !after.TryGetValue(name, out var young)
            || baseline.Hash(old) != candidate.Hash(young);

        string[] Paths(string name) => [.. new[] { before.GetValueOrDefault(name), after.GetValueOrDefault(name) }.OfType<string>()];

        // Whether a file is there can be asked without reading it.
        string OfOneBuild(string name) => $"{name} is {(before.ContainsKey(name) ? "gone" : "new")}, and any benchmark may look for it";
    }
}

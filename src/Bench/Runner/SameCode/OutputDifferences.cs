namespace Bench.Runner;

/// <summary>The files that differ between the output of two builds.</summary>
/// <param name="Assemblies">Assemblies that differ or that only one build has. Their code is compared.</param>
/// <param name="Changed">Other files that both builds have, with different content.</param>
/// <param name="ReasonForAll">A difference whose effect cannot be observed; null for none.</param>
internal sealed record OutputDifferences(IReadOnlyList<string> Assemblies, IReadOnlyList<ChangedFile> Changed, string? ReasonForAll)
{
    public static OutputDifferences Find(BuildOutput baseline, BuildOutput candidate)
    {
        var (before, after) = (baseline.Files(), candidate.Files());
        string[] differing = [.. before.Keys.Union(after.Keys, StringComparer.Ordinal).Where(Differs).Order(StringComparer.Ordinal)];
        string[] assemblies = [.. differing.Where(name => Paths(name).All(BuildOutput.IsAssembly))];
        string[] others = [.. differing.Except(assemblies)];
        return new OutputDifferences(
            assemblies,
            [.. others.Where(name => Paths(name).Length == 2).Select(name => new ChangedFile(name, Paths(name)))],
            others.Where(name => Paths(name).Length == 1).Select(OfOneBuild).FirstOrDefault()
        );

        bool Differs(string name) =>
            !before.TryGetValue(name, out var inBaseline)
            || !after.TryGetValue(name, out var inCandidate)
            || baseline.Hash(inBaseline) != candidate.Hash(inCandidate);

        string[] Paths(string name) => [.. new[] { before.GetValueOrDefault(name), after.GetValueOrDefault(name) }.OfType<string>()];

        // A benchmark can check whether a file exists without reading it.
        string OfOneBuild(string name) => $"{name} is {(before.ContainsKey(name) ? "gone" : "new")}, and any benchmark may search for it";
    }

    // Two frameworks run the same IL differently. A self-contained program includes its framework, whose hundreds of assemblies need not be
    // compared.
    public OutputDifferences WithoutFrameworks(BuildOutput baseline, BuildOutput candidate) =>
        this with
        {
            Assemblies =
            [
                .. Assemblies.Where(name =>
                    !new[] { baseline, candidate }
                        .Select(build => Path.Combine(build.Folder, name))
                        .Any(path => File.Exists(path) && BuildOutput.IsCompiledAhead(path))
                ),
            ],
            ReasonForAll = $"the target framework is {baseline.Framework} in the baseline and {candidate.Framework} in the candidate",
        };
}

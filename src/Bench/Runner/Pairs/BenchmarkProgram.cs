namespace Bench.Runner;

/// <summary>A built benchmark program, next to its runtimeconfig and deps file.</summary>
/// <param name="Path">An assembly for <c>dotnet</c>, or a self-contained executable.</param>
/// <param name="IsExecutable">True for a self-contained executable.</param>
/// <param name="Variables">Environment variables for its processes, as NAME=VALUE. A benchmark's job may add more.</param>
internal sealed record BenchmarkProgram(string Path, bool IsExecutable = false, IReadOnlyList<string>? Variables = null)
{
    // For the temporary files of its processes; null for the system's folder.
    public string? Temporary { get; init; }

    // The user's variables come last and override those of the job.
    public IEnumerable<string> VariablesOf(HostedBenchmark benchmark) => [.. benchmark.Variables, .. Variables ?? []];
}

internal sealed record BenchmarkFilter(IReadOnlyList<string> Patterns, IReadOnlyList<string> Categories)
{
    public static BenchmarkFilter All { get; } = new([], []);

    // The patterns that match no benchmark of any program, probably misspelled names. Empty for a single pattern.
    public IReadOnlyList<string> PatternsWithoutBenchmarks(params IEnumerable<IProgramListing> programs) =>
        Patterns.Count < 2
            ? []
            :
            [
                .. Patterns.Where(pattern =>
                    programs.All(program => program.List(this with { Patterns = [pattern] }).Benchmarks.Count == 0)
                ),
            ];
}

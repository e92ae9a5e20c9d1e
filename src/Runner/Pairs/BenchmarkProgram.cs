namespace Bench.Runner;

/// <summary>A built benchmark program: its runtimeconfig and deps file lie beside it.</summary>
/// <param name="Path">The assembly that <c>dotnet</c> runs, or a self-contained program's executable.</param>
/// <param name="IsExecutable">Whether the path is such an executable.</param>
/// <param name="Variables">Environment variables for its processes, NAME=VALUE, besides those of a benchmark's job.</param>
internal sealed record BenchmarkProgram(string Path, bool IsExecutable = false, IReadOnlyList<string>? Variables = null)
{
    /// <summary>The folder for the temporary files of its processes; null for that of all.</summary>
    public string? Temporary { get; init; }

    /// <summary>The variables of a process that runs a benchmark: what a user asks for wins over the benchmark's job.</summary>
    public IEnumerable<string> VariablesOf(HostedBenchmark benchmark) => [.. benchmark.Variables, .. Variables ?? []];
}

internal sealed record BenchmarkFilter(IReadOnlyList<string> Patterns, IReadOnlyList<string> Categories)
{
    public static BenchmarkFilter All { get; } = new([], []);

    /// <summary>Of several patterns, those that fit no benchmark of any of the programs: most likely names with a mistake.</summary>
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

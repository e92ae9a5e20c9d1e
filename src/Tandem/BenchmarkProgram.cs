namespace Bench.Tandem;

/// <summary>A built benchmark program: its runtimeconfig and deps file lie beside it.</summary>
/// <param name="Path">The assembly that <c>dotnet</c> runs, or a self-contained program's executable.</param>
/// <param name="IsExecutable">Whether the path is such an executable.</param>
/// <param name="Variables">Environment variables for its processes, NAME=VALUE, besides those of a row's job.</param>
public sealed record BenchmarkProgram(string Path, bool IsExecutable = false, IReadOnlyList<string>? Variables = null);

/// <summary>Which rows of a program.</summary>
/// <param name="Patterns">BenchmarkDotNet's <c>--filter</c>: any of them; all rows where there is none.</param>
/// <param name="Categories">BenchmarkDotNet's <c>--anyCategories</c>: any of them; all rows where there is none.</param>
public sealed record RowFilter(IReadOnlyList<string> Patterns, IReadOnlyList<string> Categories)
{
    /// <summary>All rows.</summary>
    public static RowFilter All { get; } = new([], []);
}

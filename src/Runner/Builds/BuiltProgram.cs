namespace Bench.Runner;

/// <summary>A program that is ready to run.</summary>
/// <param name="Output">Its files, and the sources that they belong to.</param>
internal sealed record BuiltProgram(BenchmarkProgram Program, BuildOutput Output);

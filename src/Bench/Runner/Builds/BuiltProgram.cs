namespace Bench.Runner;

internal sealed record BuiltProgram(BenchmarkProgram Program, BuildOutput Output);

namespace Bench.Runner;

/// <summary>Something that keeps a check from being made: no git, a ref that does not exist, a build that breaks.</summary>
internal sealed class RunnerException(string message) : BenchException(message);

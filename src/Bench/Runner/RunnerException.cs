namespace Bench.Runner;

/// <summary>A check cannot be made: for example without git, with an unknown commit, or because of a build error.</summary>
internal sealed class RunnerException(string message) : BenchException(message);

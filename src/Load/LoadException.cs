namespace Bench.Load;

/// <summary>A load test that can't be made: a missing program, a server that does not start, a plan that can't be read.</summary>
internal sealed class LoadException(string message) : BenchException(message);

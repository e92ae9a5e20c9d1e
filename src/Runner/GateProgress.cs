namespace Bench.Runner;

/// <param name="Step">What is being done, and how far it is.</param>
/// <param name="Benchmark">What was measured last.</param>
/// <param name="AtMost">The longest that the whole may still take.</param>
internal sealed record GateProgress(string Step, string Benchmark, TimeSpan AtMost);

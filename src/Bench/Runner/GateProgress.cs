namespace Bench.Runner;

/// <param name="Step">The current step and its progress.</param>
/// <param name="Benchmark">The benchmark that was measured last.</param>
/// <param name="AtMost">Upper limit of the remaining time.</param>
internal sealed record GateProgress(string Step, string Benchmark, TimeSpan AtMost);

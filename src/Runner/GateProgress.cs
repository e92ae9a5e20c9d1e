namespace Bench.Runner;

internal sealed record GateProgress(string Stage, int Done, int Total, string Benchmark, TimeSpan Left);

using Bench.Comparison;
using Bench.Results;

namespace Bench.Runner;

internal sealed record GateSettings
{
    public BenchmarkFilter Filter { get; init; } = BenchmarkFilter.All;

    // Null for all.
    public Shard? Shard { get; init; }

    public Settings Benchmarks { get; init; } = new();

    public TimeSpan Budget { get; init; } = TimeSpan.FromMinutes(20);

    // One benchmark with the same code is measured along with the others, to see whether the machine changes.
    public bool HasCanary { get; init; }

    // Time limit of the same-code proof. Benchmarks that are not proven by then are measured.
    public TimeSpan MaxProof { get; init; } = TimeSpan.MaxValue;

    // A benchmark that takes longer to answer has failed.
    public TimeSpan BenchmarkTimeout { get; init; } = TimeSpan.FromMinutes(2);

    public MeasurementSettings Measurement { get; init; } = new();

    // For a repeatable order of benchmarks and slices; null for a random one.
    public int? Seed { get; init; }
}

using Bench.Comparison;
using Bench.Results;

namespace Bench.Runner;

internal sealed record GateSettings
{
    public BenchmarkFilter Filter { get; init; } = BenchmarkFilter.All;

    /// <summary>Which part of them; null for all.</summary>
    public Shard? Shard { get; init; }

    public Settings Benchmarks { get; init; } = new();

    /// <summary>The time that the measurement may take.</summary>
    public TimeSpan Budget { get; init; } = TimeSpan.FromMinutes(20);

    /// <summary>How long code may be compared: what is not proven by then is measured.</summary>
    public TimeSpan MaxProof { get; init; } = TimeSpan.MaxValue;

    /// <summary>How long a benchmark may take to answer before it counts as failed.</summary>
    public TimeSpan BenchmarkTimeout { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>How long a pair of processes is measured.</summary>
    public MeasurementSettings Measurement { get; init; } = new();

    /// <summary>Makes the order of benchmarks and slices repeatable; null for a new one each time.</summary>
    public int? Seed { get; init; }
}

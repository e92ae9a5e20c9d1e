using System.Security.Cryptography;
using System.Text;
using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Runner;

internal sealed record GateSettings
{
    public RowFilter Filter { get; init; } = RowFilter.All;

    /// <summary>Which part of them; null for all.</summary>
    public Shard? Shard { get; init; }

    public Settings Rows { get; init; } = new();

    /// <summary>The time that the measurement may take.</summary>
    public TimeSpan Budget { get; init; } = TimeSpan.FromMinutes(20);

    /// <summary>How long a benchmark may take to answer before its row has failed.</summary>
    public TimeSpan RowLimit { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>How long a pair of processes is measured.</summary>
    public MeasurementSettings Measurement { get; init; } = new();

    /// <summary>Makes the order of rows and slices repeatable; null for a new one each time.</summary>
    public int? Seed { get; init; }
}

namespace Bench.Statistics;

/// <summary>The times of one row on both sides. A unit is a launch (one process), never an iteration.</summary>
public sealed record RowSample
{
    /// <summary>The typical time of each launch of the baseline, ns an operation.</summary>
    public required IReadOnlyList<double> Baseline { get; init; }

    /// <summary>The typical time of each launch of the candidate, ns an operation.</summary>
    public required IReadOnlyList<double> Candidate { get; init; }

    /// <summary>How large a change of this row must be to matter.</summary>
    public required Margin Margin { get; init; }

    /// <summary>Launches of identical code, a list for each build: they tell the spread between launches and nothing else.</summary>
    public IReadOnlyList<IReadOnlyList<double>> Study { get; init; } = [];

    /// <summary>
    /// Log ratios candidate / baseline of units in which both sides were measured in turns; empty for sides measured apart. With
    /// units, <see cref="Baseline"/> and <see cref="Candidate"/> say only how long an operation takes.
    /// </summary>
    public IReadOnlyList<double> Units { get; init; } = [];

    /// <summary>
    /// The variance of the log ratio that a table's StdDev accounts for, beside the spread between launches; 0 where launches are known.
    /// </summary>
    public double SummaryVariance { get; init; }

    /// <summary>Whether one side is a table's mean: such a row is never called equivalent.</summary>
    public bool IsFromTable { get; init; }
}

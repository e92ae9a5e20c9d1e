namespace Bench.Statistics;

/// <summary>The times of one benchmark on both sides. A replicate is a launch (one process), never an iteration.</summary>
internal sealed record BenchmarkSample
{
    /// <summary>The typical time of each launch of the baseline, ns an operation.</summary>
    public required IReadOnlyList<double> Baseline { get; init; }

    /// <summary>The typical time of each launch of the candidate, ns an operation.</summary>
    public required IReadOnlyList<double> Candidate { get; init; }

    /// <summary>Launches of the baseline of which only the moments are known, one entry for each table.</summary>
    public IReadOnlyList<LogMoments> BaselineSummaries { get; init; } = [];

    public IReadOnlyList<LogMoments> CandidateSummaries { get; init; } = [];

    /// <summary>What is compared. Each kind has a spread of its own.</summary>
    public Quantity Quantity { get; init; }

    /// <summary>
    /// Whether its verdict is the benchmark's. Those that don't decide are corrected among themselves, and fail no check.
    /// </summary>
    public bool Decides { get; init; } = true;

    /// <summary>The part of the error of failing a check that this test may use, where it is one of several looks.</summary>
    public double ShareOfError { get; init; } = 1;

    /// <summary>The logarithm of what both sides are known to differ by for another reason; it is taken from the log ratio.</summary>
    public double CommonLogFactor { get; init; }

    public double CommonVariance { get; init; }

    /// <summary>How large a change of this benchmark must be to matter.</summary>
    public required Margin Margin { get; init; }

    /// <summary>Launches of identical code, a list for each build: they tell the spread between launches and nothing else.</summary>
    public IReadOnlyList<IReadOnlyList<double>> Study { get; init; } = [];

    /// <summary>
    /// Log ratios candidate / baseline of replicates in which both sides were measured interleaved; empty for sides measured apart. With
    /// replicates, <see cref="Baseline"/> and <see cref="Candidate"/> say only how long an operation takes.
    /// </summary>
    public IReadOnlyList<double> Replicates { get; init; } = [];

    /// <summary>
    /// Half the difference of the log ratios of each replicate's two pairs; empty where they are not known. It spreads as replicates do:
    /// what a single replicate says of its own spread.
    /// </summary>
    public IReadOnlyList<double> HalfDifferences { get; init; } = [];

    /// <summary>
    /// The variance of the log ratio that a table's StdDev accounts for, beside the spread between launches; 0 where launches are known.
    /// </summary>
    public double SummaryVariance { get; init; }

    /// <summary>Whether a table does not even show the deviation within its launches: then only an assumed spread can stand in.</summary>
    public bool IsDeviationUnknown { get; init; }

    /// <summary>Whether one side is a table's mean: such a benchmark is never called equivalent.</summary>
    public bool IsFromTable { get; init; }
}

internal enum Quantity
{
    Time,

    /// <summary>Its time as a multiple of that of the baseline of its category, measured interleaved with it.</summary>
    RatioToBaseline,
}

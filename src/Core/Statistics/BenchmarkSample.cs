namespace Bench.Statistics;

// A replicate is a launch (one process), never an iteration.
internal sealed record BenchmarkSample
{
    // The typical time of each launch, in ns per operation, or another figure of a load test that is lower if it is better.
    public required IReadOnlyList<double> Baseline { get; init; }

    public required IReadOnlyList<double> Candidate { get; init; }

    // Launches of which only the moments are known, one entry per table.
    public IReadOnlyList<LogMoments> BaselineSummaries { get; init; } = [];

    public IReadOnlyList<LogMoments> CandidateSummaries { get; init; } = [];

    public Quantity Quantity { get; init; }

    // If false, the benchmark cannot fail a check, and multiple testing is corrected separately for these.
    public bool Decides { get; init; } = true;

    // The part of the error rate of a failing check that this test may use. It is below 1 if the benchmark is tested several times.
    public double ShareOfError { get; init; } = 1;

    // Subtracted from the log ratio: the known difference between the builds that has another cause.
    public double CommonLogFactor { get; init; }

    public double CommonVariance { get; init; }

    public required Margin Margin { get; init; }

    // Launches of identical code, one list per build. They only show the spread between launches.
    public IReadOnlyList<IReadOnlyList<double>> Study { get; init; } = [];

    // Log ratios candidate / baseline of interleaved replicates. Empty if the builds were measured separately. With replicates, Baseline
    // and Candidate only show how long an operation takes.
    public IReadOnlyList<double> Replicates { get; init; } = [];

    // Half the difference of the log ratios of each replicate's two pairs. Empty if unknown. It has the same spread as a replicate, so
    // even a single replicate shows its own spread.
    public IReadOnlyList<double> HalfDifferences { get; init; } = [];

    // How many of the last replicates were measured because the earlier ones made the benchmark a suspected regression or improvement.
    public int ConfirmationReplicates { get; init; }

    // The variance of the log ratio due to a table's StdDev, in addition to the spread between launches. 0 if launches are known.
    public double SummaryVariance { get; init; }

    // If a table shows no deviation within its launches, only an assumed spread can be used.
    public bool IsDeviationUnknown { get; init; }

    // If one build has only a table's mean, the benchmark is never called equivalent.
    public bool IsFromTable { get; init; }

    // The replicates before the confirmation, which decide whether the benchmark is suspected.
    public BenchmarkSample Screening => Part(0, Replicates.Count - ConfirmationReplicates);

    public BenchmarkSample Confirmation => Part(Replicates.Count - ConfirmationReplicates, ConfirmationReplicates);

    private BenchmarkSample Part(int skip, int take) =>
        this with
        {
            Baseline = [.. Baseline.Skip(skip).Take(take)],
            Candidate = [.. Candidate.Skip(skip).Take(take)],
            Replicates = [.. Replicates.Skip(skip).Take(take)],
            HalfDifferences = [.. HalfDifferences.Skip(skip).Take(take)],
            ConfirmationReplicates = 0,
        };
}

internal enum Quantity
{
    Time,

    // The time as a multiple of that of the comparison group's baseline, measured interleaved with it.
    RatioToBaseline,
}

namespace Bench.Statistics;

/// <summary>A benchmark of a check in two stages.</summary>
/// <param name="Sample">Its replicates are all that were measured, in the order measured.</param>
/// <param name="ConfirmationReplicates">How many of them, the last ones, were measured because those before made the benchmark a suspected
/// regression.</param>
internal sealed record ScreenedSample(BenchmarkSample Sample, int ConfirmationReplicates)
{
    /// <summary>The replicates that made the benchmark a suspected regression, or did not.</summary>
    internal BenchmarkSample Screening => Part(0, Sample.Replicates.Count - ConfirmationReplicates);

    internal BenchmarkSample Confirmation => Part(Sample.Replicates.Count - ConfirmationReplicates, ConfirmationReplicates);

    private BenchmarkSample Part(int skip, int take) =>
        Sample with
        {
            Baseline = [.. Sample.Baseline.Skip(skip).Take(take)],
            Candidate = [.. Sample.Candidate.Skip(skip).Take(take)],
            Replicates = [.. Sample.Replicates.Skip(skip).Take(take)],
            HalfDifferences = [.. Sample.HalfDifferences.Skip(skip).Take(take)],
        };
}

namespace Bench.Statistics;

// The confirmation replicates are the last ones of the sample. They were measured because the earlier ones made it suspected.
internal sealed record ScreenedSample(BenchmarkSample Sample, int ConfirmationReplicates)
{
    // The replicates before the confirmation, which decide whether the benchmark is suspected.
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

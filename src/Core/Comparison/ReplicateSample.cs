using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

internal static class ReplicateSample
{
    // `shift` is the logarithm of an artificial change of the candidate. It is 0 for real measurements.
    public static BenchmarkSample Create(IReadOnlyCollection<Replicate> replicates, Margin margin, double shift = 0) =>
        new()
        {
            Baseline = [.. replicates.Select(replicate => replicate.BaselineNanoseconds)],
            Candidate = [.. replicates.Select(replicate => replicate.CandidateNanoseconds * Math.Exp(shift))],
            Replicates = [.. replicates.Select(replicate => replicate.LogRatio + shift)],
            HalfDifferences = replicates.All(replicate => replicate.HalfDifference is not null)
                ? [.. replicates.Select(replicate => replicate.HalfDifference!.Value)]
                : [],
            ConfirmationReplicates = replicates.Count(replicate => replicate.IsConfirmation),
            Margin = margin,
        };
}

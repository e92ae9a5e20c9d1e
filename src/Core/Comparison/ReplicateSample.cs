using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

/// <summary>What some replicates say of a benchmark's time.</summary>
internal static class ReplicateSample
{
    /// <param name="shift">The logarithm of a change that is put upon the candidate; 0 for what was measured.</param>
    public static BenchmarkSample Create(IReadOnlyCollection<Replicate> replicates, Margin margin, double shift = 0) =>
        new()
        {
            Baseline = [.. replicates.Select(replicate => replicate.BaselineNanoseconds)],
            Candidate = [.. replicates.Select(replicate => replicate.CandidateNanoseconds * Math.Exp(shift))],
            Replicates = [.. replicates.Select(replicate => replicate.LogRatio + shift)],
            HalfDifferences = replicates.All(replicate => replicate.HalfDifference is not null)
                ? [.. replicates.Select(replicate => replicate.HalfDifference!.Value)]
                : [],
            Margin = margin,
        };
}

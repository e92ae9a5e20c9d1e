using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

/// <summary>What some replicates say of a benchmark's allocation.</summary>
internal static class ReplicateAllocation
{
    /// <summary>The verdict over the figures of all their processes; null where bytes were not counted on both sides.</summary>
    public static AllocationJudgement? Judge(IReadOnlyCollection<Replicate> replicates)
    {
        var (baseline, candidate) = Bytes(replicates);
        return baseline.Length == 0 || candidate.Length == 0 ? null : AllocationVerdict.Judge(baseline, candidate);
    }

    /// <summary>Whether more has to show again in processes started afterwards.</summary>
    public static bool IsSuspected(IReadOnlyCollection<Replicate> replicates)
    {
        var (baseline, candidate) = Bytes(replicates);
        return AllocationVerdict.IsSuspected(baseline, candidate);
    }

    private static (double[] Baseline, double[] Candidate) Bytes(IReadOnlyCollection<Replicate> replicates) =>
        (
            [.. replicates.SelectMany(replicate => replicate.BaselineBytes ?? [])],
            [.. replicates.SelectMany(replicate => replicate.CandidateBytes ?? [])]
        );
}

using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

internal static class ReplicateAllocation
{
    // Null if bytes were not counted on both sides.
    public static AllocationJudgement? Judge(IReadOnlyCollection<Replicate> replicates)
    {
        var (baseline, candidate) = Bytes(replicates);
        return baseline.Length == 0 || candidate.Length == 0 ? null : AllocationVerdict.Judge(baseline, candidate);
    }

    // The verdict on a screened benchmark. A suspected increase must show again in the confirmation. `all` covers all processes.
    public static AllocationJudgement Confirmed(AllocationJudgement all, IEnumerable<Replicate> replicates)
    {
        if (all.Verdict != Verdict.Regressed)
            return all;
        var confirmation = replicates
            .Where(replicate => replicate is { IsConfirmation: true, BaselineBytes: not null, CandidateBytes: not null })
            .ToArray();
        if (confirmation.Length == 0)
            return all with { Verdict = Verdict.Inconclusive, Reason = "its allocation was not confirmed" };
        if (Judge(confirmation)?.Verdict == Verdict.Regressed)
            return all;
        var (baseline, candidate) = Bytes(confirmation);
        var isComplete = Math.Min(baseline.Length, candidate.Length) >= AllocationVerdict.RunsToBeExact;
        return all with
        {
            Verdict = Verdict.Inconclusive,
            Reason = isComplete ? "the confirmation did not show it" : "the check ended before its allocation was confirmed",
        };
    }

    // A suspected increase must show again in the confirmation.
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

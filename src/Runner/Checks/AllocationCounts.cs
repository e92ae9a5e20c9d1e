using Bench.Statistics;

namespace Bench.Runner;

/// <summary>
/// What both sides allocated, bytes an operation: a figure for each process, or for each slice of a single pair of processes.
/// </summary>
internal sealed record AllocationCounts(IReadOnlyList<double> Baseline, IReadOnlyList<double> Candidate)
{
    public Verdict Verdict => AllocationVerdict.Judge(Baseline, Candidate).Verdict;

    /// <summary>Whether one side allocates more, and each of its figures lies beyond each of the other.</summary>
    public bool IsSeparated =>
        Verdict is Verdict.Regressed or Verdict.Improved && (Candidate.Min() > Baseline.Max() || Baseline.Min() > Candidate.Max());

    /// <summary>Whether both allocate the same, or neither can allocate notably more than the other.</summary>
    public bool IsUnchanged =>
        Verdict is Verdict.Equivalent || (IsNotMore(Verdict) && IsNotMore(AllocationVerdict.Judge(Candidate, Baseline).Verdict));

    private static bool IsNotMore(Verdict verdict) => verdict is Verdict.Equivalent or Verdict.NotWorse;
}

using Bench.Statistics;

namespace Bench.Runner;

/// <summary>
/// What both sides allocated, bytes an operation: a figure for each process, or for each slice of a single pair of processes.
/// </summary>
internal sealed record AllocationCounts(IReadOnlyList<double> Baseline, IReadOnlyList<double> Candidate)
{
    public Verdict Verdict => AllocationVerdict.Judge(Baseline, Candidate).Verdict;

    /// <summary>
    /// Whether each figure of one side lies beyond each of the other, and they are apart by more than does not count. How often chance
    /// does so is what the number of figures was chosen by; that each side's differ among themselves makes it no likelier.
    /// </summary>
    public bool IsSeparated =>
        (Candidate.Min() > Baseline.Max() || Baseline.Min() > Candidate.Max())
        && (Verdict is Verdict.Regressed or Verdict.Improved || AllocationVerdict.IsNotable(Baseline, Candidate));

    /// <summary>Whether both allocate the same, or neither can allocate notably more than the other.</summary>
    public bool IsUnchanged =>
        Verdict is Verdict.Equivalent || (IsNotMore(Verdict) && IsNotMore(AllocationVerdict.Judge(Candidate, Baseline).Verdict));

    private static bool IsNotMore(Verdict verdict) => verdict is Verdict.Equivalent or Verdict.NotWorse;
}

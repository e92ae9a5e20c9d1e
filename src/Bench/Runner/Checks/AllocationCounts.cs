using Bench.Statistics;

namespace Bench.Runner;

// Allocated bytes per operation in both builds: one figure per process, or one per slice of a single process pair.
internal sealed record AllocationCounts(IReadOnlyList<double> Baseline, IReadOnlyList<double> Candidate)
{
    public Verdict Verdict => AllocationVerdict.Judge(Baseline, Candidate).Verdict;

    // Every figure of one build lies beyond all of the other, and the difference counts. The number of figures is chosen so that chance
    // seldom separates them. Noise within a build does not make that more likely.
    public bool IsSeparated =>
        (Candidate.Min() > Baseline.Max() || Baseline.Min() > Candidate.Max())
        && (Verdict is Verdict.Regressed or Verdict.Improved || AllocationVerdict.IsNotable(Baseline, Candidate));

    // Both allocate the same, or neither can allocate notably more than the other.
    public bool IsUnchanged =>
        Verdict is Verdict.Equivalent || (IsNotMore(Verdict) && IsNotMore(AllocationVerdict.Judge(Candidate, Baseline).Verdict));

    private static bool IsNotMore(Verdict verdict) => verdict is Verdict.Equivalent or Verdict.NotWorse;
}

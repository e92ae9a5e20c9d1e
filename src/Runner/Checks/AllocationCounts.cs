using Bench.Statistics;

namespace Bench.Runner;

/// <summary>What the processes of both sides allocated, bytes an operation, a figure for each process.</summary>
internal sealed record AllocationCounts(IReadOnlyList<double> Baseline, IReadOnlyList<double> Candidate)
{
    public Verdict Verdict => AllocationVerdict.Judge(Baseline, Candidate).Verdict;
}

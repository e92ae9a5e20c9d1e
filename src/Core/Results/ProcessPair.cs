using Bench.Statistics;

namespace Bench.Results;

// Times and bytes are per operation. LogRatio is ln(candidate / baseline). Bytes are null if not counted.
internal sealed record ProcessPair(
    double BaselineNanoseconds,
    double CandidateNanoseconds,
    double LogRatio,
    double? BaselineBytes = null,
    double? CandidateBytes = null
)
{
    // In ns per operation, with garbage collections, in the order taken.
    public IReadOnlyList<double> BaselineSlices { get; init; } = [];

    public IReadOnlyList<double> CandidateSlices { get; init; } = [];

    // Allocated bytes per operation of each slice; empty unless the pair counts allocation.
    public IReadOnlyList<double> BaselineCounts { get; init; } = [];

    public IReadOnlyList<double> CandidateCounts { get; init; } = [];

    // The log ratio is the median of so many blocks; 0 for a first call.
    public int Blocks { get; init; }

    // The clock of its times and ratio; null if it was not measured in slices.
    public SliceTiming? Timing { get; init; }

    // A replicate is two pairs, one in each order.
    public Replicate With(ProcessPair other, bool isConfirmation = false) =>
        new(
            Math.Sqrt(BaselineNanoseconds * other.BaselineNanoseconds),
            Math.Sqrt(CandidateNanoseconds * other.CandidateNanoseconds),
            (LogRatio + other.LogRatio) / 2,
            BaselineBytes is { } baseline && other.BaselineBytes is { } otherBaseline ? [baseline, otherBaseline] : null,
            CandidateBytes is { } candidate && other.CandidateBytes is { } otherCandidate ? [candidate, otherCandidate] : null,
            isConfirmation,
            (LogRatio - other.LogRatio) / 2
        );
}

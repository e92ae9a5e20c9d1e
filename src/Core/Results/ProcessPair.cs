namespace Bench.Results;

// Times and bytes are per operation. LogRatio is ln(candidate / baseline). Bytes are null if not counted.
internal record ProcessPair(
    double BaselineNanoseconds,
    double CandidateNanoseconds,
    double LogRatio,
    double? BaselineBytes,
    double? CandidateBytes
)
{
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

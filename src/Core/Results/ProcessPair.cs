namespace Bench.Results;

/// <summary>What a pair of processes says of a benchmark.</summary>
/// <param name="BaselineNanoseconds">The typical time of the baseline, ns an operation.</param>
/// <param name="CandidateNanoseconds">The typical time of the candidate, ns an operation.</param>
/// <param name="LogRatio">The natural logarithm of candidate / baseline.</param>
/// <param name="BaselineBytes">Bytes an operation that the baseline allocates; null where that was not counted.</param>
/// <param name="CandidateBytes">The same of the candidate.</param>
internal record ProcessPair(
    double BaselineNanoseconds,
    double CandidateNanoseconds,
    double LogRatio,
    double? BaselineBytes,
    double? CandidateBytes
)
{
    /// <summary>The replicate that two pairs make, one of each order.</summary>
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

namespace Bench.Runner;

/// <summary>Changed code that a benchmark runs.</summary>
/// <param name="Text">Names the code and the kind of change.</param>
/// <param name="Baseline">Null if the code is new or has no symbols.</param>
internal sealed record ChangedCode(string Text, SourceRange? Baseline, SourceRange? Candidate)
{
    // A missing range counts as within.
    public bool IsWithin(ChangedCode other) => IsWithin(Baseline, other.Baseline) && IsWithin(Candidate, other.Candidate);

    private static bool IsWithin(SourceRange? inner, SourceRange? outer) =>
        inner is null || (outer is not null && inner.Name == outer.Name && inner.First >= outer.First && inner.Last <= outer.Last);
}

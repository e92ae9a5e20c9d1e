namespace Bench.Runner;

/// <summary>Code that changed and that a benchmark runs.</summary>
/// <param name="Text">What it is, and what became of it.</param>
/// <param name="Baseline">Where it stands in the baseline; null where it is new, or has no symbols.</param>
internal sealed record ChangedCode(string Text, SourceRange? Baseline, SourceRange? Candidate)
{
    /// <summary>Whether it stands, as far as it stands anywhere, in the lines of another.</summary>
    public bool IsWithin(ChangedCode other) => IsWithin(Baseline, other.Baseline) && IsWithin(Candidate, other.Candidate);

    private static bool IsWithin(SourceRange? inner, SourceRange? outer) =>
        inner is null
        || (outer is not null && inner.Name == outer.Name && inner.First >= outer.First && inner.Last <= outer.Last);
}

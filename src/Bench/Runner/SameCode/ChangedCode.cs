namespace Bench.Runner;

/// <summary>Changed code that a benchmark runs.</summary>
/// <param name="Text">Names the code and the kind of change.</param>
/// <param name="Baseline">Null if the code is new or has no symbols.</param>
internal sealed record ChangedCode(string Text, SourceRange? Baseline, SourceRange? Candidate)
{
    // The file and the first different line, in the candidate if it exists there. Null without symbols.
    public (string File, int Line)? Place =>
        (Candidate ?? Baseline) is { } range
            ? (range.Name, range.First + FirstDifference(Baseline?.Lines() ?? [], Candidate?.Lines() ?? []))
            : null;

    // Both listings begin one line early, unless the code starts at the first line of its file.
    private static int FirstDifference(IReadOnlyList<string> before, IReadOnlyList<string> after) =>
        before.Count == 0 || after.Count == 0 || before.SequenceEqual(after)
            ? 0
            : Math.Max(0, before.Zip(after).TakeWhile(lines => lines.First == lines.Second).Count() - 1);

    // A missing range counts as within.
    public bool IsWithin(ChangedCode other) => IsWithin(Baseline, other.Baseline) && IsWithin(Candidate, other.Candidate);

    private static bool IsWithin(SourceRange? inner, SourceRange? outer) =>
        inner is null || (outer is not null && inner.Name == outer.Name && inner.First >= outer.First && inner.Last <= outer.Last);
}

namespace Bench.Runner;

/// <summary>Code that changed and that a benchmark runs.</summary>
/// <param name="Text">What it is, and what became of it.</param>
/// <param name="Baseline">Where it stands in the baseline; null where it is new, or has no symbols.</param>
internal sealed record ChangedCode(string Text, SourceRange? Baseline, SourceRange? Candidate);

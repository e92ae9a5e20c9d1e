namespace Bench.Runner;

/// <summary>A file without code that differs between two builds or two trees.</summary>
/// <param name="Name">As in reports.</param>
/// <param name="Paths">Its paths in the baseline and in the candidate, where it exists.</param>
internal sealed record ChangedFile(string Name, IReadOnlyList<string> Paths);

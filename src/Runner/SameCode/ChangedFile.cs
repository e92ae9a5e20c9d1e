namespace Bench.Runner;

/// <summary>A file that is no code and differs between two builds, or two trees.</summary>
/// <param name="Name">As a report names it.</param>
/// <param name="Paths">Where it lies in the baseline and in the candidate, as far as it is there.</param>
internal sealed record ChangedFile(string Name, IReadOnlyList<string> Paths);

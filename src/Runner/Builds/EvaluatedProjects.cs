namespace Bench.Runner;

/// <summary>The projects that could be evaluated, and the first error of the others; null if there is none.</summary>
internal sealed record EvaluatedProjects(IReadOnlyList<EvaluatedProject> Projects, string? Error);

namespace Bench.Runner;

/// <param name="Error">The first error of the projects that could not be evaluated; null if all could.</param>
internal sealed record EvaluatedProjects(IReadOnlyList<EvaluatedProject> Projects, string? Error);

namespace Bench.Load;

/// <summary>The server that a sweep loads: published and started in each round, or the user's own.</summary>
/// <param name="Project">The project file; null for a server of the user's own.</param>
/// <param name="Own">The address of the user's own; null for a project.</param>
/// <param name="Path">What is asked for, with the slash.</param>
/// <param name="Switches">Arguments.</param>
/// <param name="Variables">Environment variables, <c>NAME=VALUE</c>.</param>
internal sealed record SweptServer(string? Project, Uri? Own, string Path, IReadOnlyList<string> Switches, IReadOnlyList<string> Variables);

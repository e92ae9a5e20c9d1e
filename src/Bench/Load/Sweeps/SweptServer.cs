namespace Bench.Load;

/// <summary>The server of a sweep: published and started in each round, or the user's own.</summary>
/// <param name="Project">Project file; null for the user's own server.</param>
/// <param name="Own">Address of the user's own server; null for a project.</param>
/// <param name="Variables">Environment variables, <c>NAME=VALUE</c>.</param>
internal sealed record SweptServer(string? Project, Uri? Own, string Path, IReadOnlyList<string> Switches, IReadOnlyList<string> Variables);

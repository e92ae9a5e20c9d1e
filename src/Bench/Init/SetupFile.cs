namespace Bench.Init;

/// <summary>A file that sets the check up.</summary>
/// <param name="Path">Below the repository's root, with slashes.</param>
internal sealed record SetupFile(string Path, string Text);

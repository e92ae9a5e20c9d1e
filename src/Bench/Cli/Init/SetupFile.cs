namespace Bench.Cli.Init;

/// <param name="Path">Relative to the repository's root, with slashes.</param>
internal sealed record SetupFile(string Path, string Text);

namespace Bench.Cli.Init;

/// <summary>The manifest of local tools, from which <c>dotnet tool restore</c> and the workflows take the version of the command.</summary>
internal static class ToolManifest
{
    public const string Usual = ".config/dotnet-tools.json";

    // The SDK reads it from either place.
    private const string Other = "dotnet-tools.json";

    private const string Package = "bench.tool";

    /// <summary>Shell commands that set <c>version</c> to the version in the manifest; empty without one.</summary>
    public static readonly string VersionInShell =
        $"version=$(sed -n '/\"{Package}\"/,/}}/s/.*\"version\": *\"\\([^\"]*\\)\".*/\\1/p' "
        + $"{Usual} {Other} 2> /dev/null | head -n 1 || true)";

    /// <summary>Writes the manifest, or says how to add the command to an existing one.</summary>
    /// <param name="context">Its folder is the repository's root.</param>
    public static IEnumerable<string> Write(Context context, string version, string? source)
    {
        if (Array.Find([Usual, Other], path => File.Exists(context.FullPath(path))) is not { } existing)
            return WrittenFile.Write(context, new SetupFile(Usual, Text(version))).Lines();
        return
        [
            context.File(existing).ReadText().Contains($"\"{Package}\"", StringComparison.OrdinalIgnoreCase)
                ? $"  unchanged  {existing}"
                : $"  kept       {existing}: run dotnet tool install Bench.Tool --version {version}{(source is null ? "" : $" --add-source {source}")}",
        ];
    }

    private static string Text(string version) =>
        $$"""
            {
              "version": 1,
              "isRoot": true,
              "tools": {
                "{{Package}}": {
                  "version": "{{version}}",
                  "commands": [
                    "bench"
                  ],
                  "rollForward": false
                }
              }
            }

            """.ReplaceLineEndings("\n");
}

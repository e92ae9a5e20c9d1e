namespace Bench.Cli.Init;

/// <param name="Product">The command and its version, for a reader.</param>
/// <param name="Install">The shell commands that install <c>bench</c> to <c>$RUNNER_TEMP/bench</c>.</param>
/// <param name="Shards">The largest number of machines that the benchmarks are divided over.</param>
/// <param name="Replicates">The number of machines that measure each benchmark.</param>
/// <param name="HasGlobalJson">True if the repository's global.json names an SDK.</param>
/// <param name="Endpoints">The names of the load entries in the settings.</param>
/// <param name="CommentScript">The repository's path of the script that writes the comment.</param>
internal sealed record CiValues(
    string Product,
    string[] Install,
    int Shards,
    int Replicates,
    bool HasGlobalJson,
    IReadOnlyList<string> Endpoints,
    string CommentScript
)
{
    /// <summary>False if only load is checked.</summary>
    public bool HasBenchmarks { get; init; } = true;

    /// <summary>True if workflows check out submodules.</summary>
    public bool HasSubmodules { get; init; }

    /// <summary>For a repository that installs the command as a package, in the version that writes its workflows.</summary>
    public static CiValues OfPackage(
        string version,
        int shards,
        int replicates,
        bool hasGlobalJson,
        IReadOnlyList<string> endpoints,
        string? source = null
    ) =>
        new(
            $"Bench.Tool {version}",
            [
                "# In another folder, because a global.json may choose an SDK that is too old. The package sources are those of the repository.",
                "config=$(ls \"$PWD\"/[Nn]u[Gg]et.[Cc]onfig 2> /dev/null | head -n 1 || true)",
                "# The manifest of local tools may name a newer version.",
                ToolManifest.VersionInShell,
                "mkdir -p \"$RUNNER_TEMP\"",
                $"(cd \"$RUNNER_TEMP\" && dotnet tool install Bench.Tool --version \"${{version:-{version}}}\" --tool-path \"$RUNNER_TEMP/bench\"{(source is null ? "" : $" --source \"{source}\"")} ${{config:+--configfile \"$config\"}})",
            ],
            shards,
            replicates,
            hasGlobalJson,
            endpoints,
            CiTemplates.CommentScript
        );
}

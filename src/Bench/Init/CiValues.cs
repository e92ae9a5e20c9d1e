namespace Bench.Init;

/// <summary>What the workflows of repositories differ by.</summary>
/// <param name="Product">The command and its version, for a reader.</param>
/// <param name="Install">The shell's commands that put <c>bench</c> into <c>$RUNNER_TEMP/bench</c>.</param>
/// <param name="Shards">Over how many machines the benchmarks are divided, where there is work for so many.</param>
/// <param name="Replicates">How many machines measure each benchmark.</param>
/// <param name="HasGlobalJson">Whether the repository names its SDK.</param>
/// <param name="Endpoints">The names of what is loaded, as the settings have them.</param>
/// <param name="CommentScript">Where the repository has the script that writes the comment.</param>
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
    /// <summary>Whether benchmarks are checked; otherwise only what is loaded.</summary>
    public bool HasBenchmarks { get; init; } = true;

    /// <summary>Whether the repository is not whole without its submodules.</summary>
    public bool HasSubmodules { get; init; }

    /// <summary>Of a repository that gets the command as a package, in the version that writes its workflows.</summary>
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
                "# Elsewhere: a global.json may choose an SDK that is too old for it. The package sources are the repository's.",
                "config=$(ls \"$PWD\"/[Nn]u[Gg]et.[Cc]onfig 2> /dev/null | head -n 1 || true)",
                "mkdir -p \"$RUNNER_TEMP\"",
                $"(cd \"$RUNNER_TEMP\" && dotnet tool install Bench.Tool --version {version} --tool-path \"$RUNNER_TEMP/bench\"{(source is null ? "" : $" --source \"{source}\"")} ${{config:+--configfile \"$config\"}})",
            ],
            shards,
            replicates,
            hasGlobalJson,
            endpoints,
            CiTemplates.CommentScript
        );
}

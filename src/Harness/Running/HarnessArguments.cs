using System.Collections.Immutable;

namespace Bench.Harness.Running;

/// <summary>The harness's own switches, split off; everything else is BenchmarkDotNet's.</summary>
internal sealed record HarnessArguments(
    RunKind Kind,
    bool Publish,
    bool Stale,
    bool NoInterleaving,
    bool Verbose,
    string? ArtifactsPath,
    bool StarWasExpanded,
    ImmutableArray<string> ForBenchmarkDotNet
)
{
    public const string Help = """
        Options beside BenchmarkDotNet's below:
          --filter '*'       run everything; quote the star, though an unquoted one is recognised
          --quick            a first answer for every benchmark: one launch, marked as such, never published
          --smoke            run every benchmark once and check its answer; measures nothing
          --publish          after a run of complete topics (all benchmarks of a namespace), write its tables and figures to
                             BenchmarkDotNet.Artifacts/reference, beside those of other runs and topics; without --filter: the last run's
          --stale            name the published topics whose code has changed since, and mark them on the pages; measures nothing
          --no-interleaving  measure each benchmark by itself, minutes apart, as BenchmarkDotNet alone does: to see the difference
          --artifacts DIR    write results there instead of BenchmarkDotNet.Artifacts at the repository root
          --verbose          BenchmarkDotNet's whole log on the console; it is in a file beside the tables in any case
        Exit code: 0 every benchmark asked for was measured; 1 one failed, or nothing matched; 2 bad arguments; 130 interrupted.

        """;

    /// <summary>Whether help or a list was asked for, beside which nothing else is done.</summary>
    public bool AsksForInformation => ForBenchmarkDotNet.Any(argument => argument is "--help" or "--version" or "--info");

    public bool AsksForBenchmarks =>
        ForBenchmarkDotNet.Any(argument => FilterOptions.Contains(argument.Split('=')[0], StringComparer.OrdinalIgnoreCase));

    private static readonly string[] FilterOptions = ["-f", "--filter", "--allcategories", "--anycategories", "--attribute"];

    /// <summary>What a message repeats of an argument.</summary>
    public static string Shorten(string argument) => argument.Length <= 80 ? argument : $"{argument[..80]}...";

    /// <exception cref="UsageException">A switch contradicts another, or lacks its value.</exception>
    public static HarnessArguments Parse(IReadOnlyList<string> arguments, string workingDirectory)
    {
        var rest = ImmutableArray.CreateBuilder<string>();
        var kind = RunKind.Measured;
        var publish = false;
        var stale = false;
        var noInterleaving = false;
        var verbose = false;
        string? artifacts = null;

        for (var i = 0; i < arguments.Count; i++)
        {
            switch (arguments[i])
            {
                case "--smoke" when kind == RunKind.Quick:
                case "--quick" when kind == RunKind.Smoke:
                    throw new UsageException("--smoke and --quick exclude each other: choose one.");
                case "--smoke"
                or "--quick"
                or "--publish"
                or "--stale"
                or "--no-interleaving"
                or "--verbose" when i + 1 < arguments.Count && !arguments[i + 1].StartsWith('-'):
                    throw new UsageException(
                        $"{arguments[i]} takes no value: what is '{Shorten(arguments[i + 1])}'? A filter needs --filter before it."
                    );
                case "--smoke":
                    kind = RunKind.Smoke;
                    break;
                case "--quick":
                    kind = RunKind.Quick;
                    break;
                case "--publish":
                    publish = true;
                    break;
                case "--stale":
                    stale = true;
                    break;
                case "--no-interleaving":
                    noInterleaving = true;
                    break;
                case "--verbose":
                    verbose = true;
                    break;
                case "help" or "-?" or "-h" when arguments.Count == 1:
                    rest.Add("--help");
                    break;
                case var argument when argument.StartsWith('@'):
                    throw new UsageException($"{Shorten(argument)}: response files are not read; give the options themselves.");
                case var argument when i == 0 && !argument.StartsWith('-'):
                    throw new UsageException($"What is '{Shorten(argument)}'? A filter needs --filter before it.");
                case "--artifacts" or "-a":
                    if (i + 1 == arguments.Count || arguments[i + 1].StartsWith('-'))
                        throw new UsageException("--artifacts needs a folder.");
                    artifacts = arguments[++i];
                    break;
                case var argument when argument.StartsWith("--artifacts=", StringComparison.Ordinal):
                    artifacts = argument["--artifacts=".Length..];
                    break;
                default:
                    rest.Add(arguments[i]);
                    break;
            }
        }

        if (artifacts is { Length: 0 })
            throw new UsageException("--artifacts needs a folder.");
        if (publish && kind != RunKind.Measured)
            throw new UsageException($"--publish needs a measured run: --{kind.ToString().ToLowerInvariant()} is none.");
        if (noInterleaving && (publish || kind != RunKind.Measured))
            throw new UsageException(
                "--no-interleaving is for runs that are neither published nor quick: what is measured minutes apart shows the minutes."
            );
        if (stale && arguments.Count > 1)
            throw new UsageException("--stale stands alone: it measures nothing.");

        var starWasExpanded = ExpandedStar.TryUndo(rest, workingDirectory);
        return new HarnessArguments(
            kind,
            publish,
            stale,
            noInterleaving,
            verbose,
            artifacts is null ? null : Path.GetFullPath(artifacts, workingDirectory),
            starWasExpanded,
            rest.ToImmutable()
        );
    }
}

using System.Collections.Immutable;

namespace Benchmarks.Running;

/// <summary>How much a run is worth: a published figure, a first answer, or only that every row works.</summary>
internal enum RunKind
{
    Measured,
    Quick,
    Smoke,
}

/// <summary>The suite's own switches, split off; everything else is BenchmarkDotNet's.</summary>
internal sealed record SuiteArguments(
    RunKind Kind,
    bool Publish,
    string? ArtifactsPath,
    bool StarWasExpanded,
    ImmutableArray<string> ForBenchmarkDotNet)
{
    public const string Help = """
        The suite's own options, beside BenchmarkDotNet's below:
          --filter '*'       run everything; quote the star, though an unquoted one is recognised
          --quick            a first answer for every row, in under 5 minutes: marked as such, never published
          --smoke            run every benchmark once and check its answer; measures nothing
          --publish          after a complete run (all rows, 3 launches or more), copy its tables to
                             BenchmarkDotNet.Artifacts/reference; without --filter: copy the last run's
          --artifacts DIR    write results there instead of BenchmarkDotNet.Artifacts at the repository root
        Exit code: 0 every row asked for was measured; 1 a row failed, or nothing matched; 2 bad arguments.

        """;

    public bool AsksForRows => ForBenchmarkDotNet.Any(argument => FilterOptions.Contains(argument.Split('=')[0], StringComparer.OrdinalIgnoreCase));

    private static readonly string[] FilterOptions =
        ["-f", "--filter", "--allcategories", "--anycategories", "--attribute"];

    /// <exception cref="UsageException">A switch contradicts another, or lacks its value.</exception>
    public static SuiteArguments Parse(IReadOnlyList<string> arguments, string workingDirectory)
    {
        var rest = ImmutableArray.CreateBuilder<string>();
        var kind = RunKind.Measured;
        var publish = false;
        string? artifacts = null;

        for (var i = 0; i < arguments.Count; i++)
        {
            switch (arguments[i])
            {
                case "--smoke" or "--quick" when kind != RunKind.Measured:
                    throw new UsageException("--smoke and --quick exclude each other: choose one.");
                case "--smoke":
                    kind = RunKind.Smoke;
                    break;
                case "--quick":
                    kind = RunKind.Quick;
                    break;
                case "--publish":
                    publish = true;
                    break;
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

        var starWasExpanded = ExpandedStar.TryUndo(rest, workingDirectory);
        return new SuiteArguments(
            kind,
            publish,
            artifacts is null ? null : Path.GetFullPath(artifacts, workingDirectory),
            starWasExpanded,
            rest.ToImmutable());
    }
}

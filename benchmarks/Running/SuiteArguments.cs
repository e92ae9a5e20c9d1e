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
    bool Grid,
    string? ArtifactsPath,
    bool StarWasExpanded,
    ImmutableArray<string> ForBenchmarkDotNet)
{
    public const string Help = """
        The suite's own options, beside BenchmarkDotNet's below:
          --filter '*'       run everything; quote the star, though an unquoted one is recognised
          --quick            a first answer for every row, in under 5 minutes: marked as such, never published
          --grid             all 120 inputs of ReplaceIgnoreCase instead of the 12 that have names; never published
          --smoke            run every benchmark once and check its answer; measures nothing
          --publish          after a run of complete topics (all rows of a folder, optional clients included, 3 launches or
                             more), copy its tables to BenchmarkDotNet.Artifacts/reference, where those of other topics stay;
                             without --filter: the last run's
          --artifacts DIR    write results there instead of BenchmarkDotNet.Artifacts at the repository root
        Exit code: 0 every row asked for was measured; 1 a row failed, or nothing matched; 2 bad arguments.

        """;

    /// <summary>Whether help or a list was asked for, beside which nothing else is done.</summary>
    public bool AsksForInformation => ForBenchmarkDotNet.Any(argument => argument is "--help" or "--version" or "--info");

    public bool AsksForRows => ForBenchmarkDotNet.Any(argument => FilterOptions.Contains(argument.Split('=')[0], StringComparer.OrdinalIgnoreCase));

    private static readonly string[] FilterOptions =
        ["-f", "--filter", "--allcategories", "--anycategories", "--attribute"];

    /// <summary>What a message repeats of an argument.</summary>
    public static string Shorten(string argument) => argument.Length <= 80 ? argument : $"{argument[..80]}...";

    /// <exception cref="UsageException">A switch contradicts another, or lacks its value.</exception>
    public static SuiteArguments Parse(IReadOnlyList<string> arguments, string workingDirectory)
    {
        var rest = ImmutableArray.CreateBuilder<string>();
        var kind = RunKind.Measured;
        var publish = false;
        var grid = false;
        string? artifacts = null;

        for (var i = 0; i < arguments.Count; i++)
        {
            switch (arguments[i])
            {
                case "--smoke" when kind == RunKind.Quick:
                case "--quick" when kind == RunKind.Smoke:
                    throw new UsageException("--smoke and --quick exclude each other: choose one.");
                case "--smoke" or "--quick" or "--publish" or "--grid" when i + 1 < arguments.Count && !arguments[i + 1].StartsWith('-'):
                    throw new UsageException($"{arguments[i]} takes no value: what is '{Shorten(arguments[i + 1])}'? A filter needs --filter before it.");
                case "--smoke":
                    kind = RunKind.Smoke;
                    break;
                case "--quick":
                    kind = RunKind.Quick;
                    break;
                case "--publish":
                    publish = true;
                    break;
                case "--grid":
                    grid = true;
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

        if (publish && grid)
            throw new UsageException("--publish: the tables are of the inputs that have names; leave --grid out.");

        var starWasExpanded = ExpandedStar.TryUndo(rest, workingDirectory);
        return new SuiteArguments(
            kind,
            publish,
            grid,
            artifacts is null ? null : Path.GetFullPath(artifacts, workingDirectory),
            starWasExpanded,
            rest.ToImmutable());
    }
}

using System.Collections.Immutable;

namespace Bench.Harness.Running;

// The harness's own options. All others are BenchmarkDotNet's.
internal sealed record HarnessArguments(
    RunKind Kind,
    bool Publish,
    bool Stale,
    bool NoInterleaving,
    bool Verbose,
    string? ArtifactsPath,
    bool StarWasExpanded,
    ImmutableArray<string> Columns,
    ImmutableArray<string> Runtimes,
    ImmutableArray<string> ForBenchmarkDotNet
)
{
    public const string Help = """
        Examples:
          dotnet run -c Release -- --filter '*' --quick
              Measure all benchmarks with one launch each, for first results.
          dotnet run -c Release -- --filter '*Serialize*'
              Measure the matching benchmarks.

        Options of this program (those of BenchmarkDotNet follow):
          --filter PATTERN   Run matching benchmarks. Use '*' for all.
          --quick            Measure with a single launch. The results are marked, and cannot be published.
          --smoke            Call every benchmark once and check its result, without measuring.
          --publish          Write the tables and figures of complete topics to BenchmarkDotNet.Artifacts/reference.
          --stale            List and mark published topics whose code has changed since, without measuring.
          --no-interleaving  Measure benchmarks one after the other, as BenchmarkDotNet alone does.
          --columns NAMES    Add BenchmarkDotNet's statistics, such as Error, StdDev or Median.
          --artifacts DIR    Write results to DIR. Default: BenchmarkDotNet.Artifacts.
          --verbose          Print BenchmarkDotNet's whole log.
          --job NAME         Use short (as --quick), medium, long, verylong (2, 3, 4 launches) or dry (one cold call).

        Exit codes:
          0    All selected benchmarks were measured.
          1    A benchmark failed, or nothing matched.
          2    Wrong arguments.
          130  Interrupted.

        """;

    /// <summary>True if the command line requests help or a version, which excludes everything else.</summary>
    public bool AsksForInformation => ForBenchmarkDotNet.Any(argument => argument is "--help" or "--version" or "--info");

    public bool AsksForBenchmarks =>
        ForBenchmarkDotNet.Any(argument => FilterOptions.Contains(argument.Split('=')[0], StringComparer.OrdinalIgnoreCase));

    private static readonly string[] FilterOptions = ["-f", "--filter", "--allcategories", "--anycategories", "--attribute"];

    // BenchmarkDotNet's jobs as options. Slices replace its iterations, and more launches give more information.
    private static readonly Dictionary<string, string[]> Jobs = new(StringComparer.OrdinalIgnoreCase)
    {
        ["default"] = [],
        ["dry"] = ["--launchCount", "1", "--warmupCount", "0", "--iterationCount", "1", "--strategy", "ColdStart"],
        ["short"] = ["--quick"],
        ["medium"] = ["--launchCount", "2"],
        ["long"] = ["--launchCount", "3"],
        ["verylong"] = ["--launchCount", "4"],
    };

    public static string Shorten(string argument) => argument.Length <= 80 ? argument : $"{argument[..80]}...";

    public static HarnessArguments Parse(IReadOnlyList<string> arguments, string workingDirectory)
    {
        arguments = WithoutJob(arguments);
        var rest = ImmutableArray.CreateBuilder<string>();
        var kind = RunKind.Measured;
        var publish = false;
        var stale = false;
        var noInterleaving = false;
        var verbose = false;
        string? artifacts = null;
        var columns = ImmutableArray.CreateBuilder<string>();
        var runtimes = ImmutableArray.CreateBuilder<string>();

        for (var i = 0; i < arguments.Count; i++)
        {
            switch (arguments[i])
            {
                case "--smoke" when kind == RunKind.Quick:
                case "--quick" when kind == RunKind.Smoke:
                    throw new UsageException("--smoke and --quick cannot be combined. Use one of them.");
                case "--smoke"
                or "--quick"
                or "--publish"
                or "--stale"
                or "--no-interleaving"
                or "--verbose" when i + 1 < arguments.Count && !arguments[i + 1].StartsWith('-'):
                    throw new UsageException(
                        $"{arguments[i]} takes no value, but '{Shorten(arguments[i + 1])}' follows. A filter needs --filter before it."
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
                    throw new UsageException($"{Shorten(argument)}: response files are not supported. Give the options themselves.");
                case var argument when i == 0 && !argument.StartsWith('-'):
                    throw new UsageException($"'{Shorten(argument)}' is not an option. A filter needs --filter before it.");
                case var option when Is(option, "--columns"):
                    i = TakeValues(arguments, i, columns, "names of columns, such as Error StdDev Median");
                    break;
                case var option when Is(option, "--runtimes", "-r"):
                    i = TakeValues(arguments, i, runtimes, "frameworks, such as net8.0 net10.0");
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
            throw new UsageException($"--publish needs a measured run. It cannot be combined with --{kind.ToString().ToLowerInvariant()}.");
        if (noInterleaving && (publish || kind != RunKind.Measured))
            throw new UsageException("--no-interleaving cannot be combined with --publish, --quick or --smoke.");
        if (runtimes.Count > 0 && kind == RunKind.Smoke)
            throw new UsageException("--smoke calls each benchmark in this process. It cannot be combined with --runtimes.");
        if (stale && arguments.Count > 1)
            throw new UsageException("--stale cannot be combined with other options.");

        var starWasExpanded = ExpandedStar.TryUndo(rest, workingDirectory);
        return new HarnessArguments(
            kind,
            publish,
            stale,
            noInterleaving,
            verbose,
            artifacts is null ? null : Path.GetFullPath(artifacts, workingDirectory),
            starWasExpanded,
            columns.ToImmutable(),
            runtimes.ToImmutable(),
            rest.ToImmutable()
        );
    }

    // BenchmarkDotNet ignores its --job if the program has a job.
    private static List<string> WithoutJob(IReadOnlyList<string> arguments)
    {
        var rest = arguments.ToList();
        var at = rest.FindIndex(argument => Is(argument, "--job", "-j"));
        if (at < 0)
            return rest;
        var name =
            rest[at].Split('=', 2) is [_, var value] ? value
            : at + 1 < rest.Count ? rest[at + 1]
            : "";
        if (!Jobs.TryGetValue(name, out var options))
            throw new UsageException($"--job: '{Shorten(name)}' is not a job. Use {string.Join(", ", Jobs.Keys)}.");
        rest.RemoveRange(at, rest[at].Contains('=') ? 1 : 2);
        // Explicit options take precedence.
        foreach (var option in options.Chunk(2).Where(option => !rest.Exists(argument => Is(argument, option[0]))))
            rest.AddRange(option);
        return rest;
    }

    private static bool Is(string argument, params string[] names) =>
        names.Contains(argument.Split('=')[0], StringComparer.OrdinalIgnoreCase);

    // Values of an option up to the next option, or after its equals sign, separated by blanks or commas.
    private static int TakeValues(IReadOnlyList<string> arguments, int at, ImmutableArray<string>.Builder values, string what)
    {
        var option = arguments[at].Split('=', 2);
        if (option.Length == 2)
            values.AddRange(option[1].Split(',', StringSplitOptions.RemoveEmptyEntries));
        for (; option.Length == 1 && at + 1 < arguments.Count && !arguments[at + 1].StartsWith('-'); at++)
            values.AddRange(arguments[at + 1].Split(',', StringSplitOptions.RemoveEmptyEntries));
        return values.Count > 0 ? at : throw new UsageException($"{option[0]} needs {what}.");
    }
}

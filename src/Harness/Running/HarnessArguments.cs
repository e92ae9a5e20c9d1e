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

    private static readonly string[] Flags = ["--smoke", "--quick", "--publish", "--stale", "--no-interleaving", "--verbose"];

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
        arguments = arguments is ["help" or "-?" or "-h"] ? ["--help"] : WithoutJob(arguments);
        var rest = ImmutableArray.CreateBuilder<string>();
        var columns = ImmutableArray.CreateBuilder<string>();
        var runtimes = ImmutableArray.CreateBuilder<string>();
        var flags = new HashSet<string>(StringComparer.Ordinal);
        string? artifacts = null;
        for (var i = 0; i < arguments.Count; i++)
        {
            var argument = arguments[i];
            if (Flags.Contains(argument))
                flags.Add(i + 1 == arguments.Count || arguments[i + 1].StartsWith('-') ? argument : throw WithValue(arguments, i));
            else if (argument.StartsWith('@'))
                throw new UsageException($"{Shorten(argument)}: response files are not supported. Give the options themselves.");
            else if (i == 0 && !argument.StartsWith('-'))
                throw new UsageException($"'{Shorten(argument)}' is not an option. A filter needs --filter before it.");
            else if (Is(argument, "--columns"))
                i = TakeValues(arguments, i, columns, "names of columns, such as Error StdDev Median");
            else if (Is(argument, "--runtimes", "-r"))
                i = TakeValues(arguments, i, runtimes, "frameworks, such as net8.0 net10.0");
            else if (argument is "--artifacts" or "-a")
                artifacts = ++i < arguments.Count && !arguments[i].StartsWith('-') ? arguments[i] : "";
            else if (argument.StartsWith("--artifacts=", StringComparison.Ordinal))
                artifacts = argument["--artifacts=".Length..];
            else
                rest.Add(argument);
            if (artifacts is "")
                throw new UsageException("--artifacts needs a folder.");
        }

        EnsureFit(flags, runtimes.Count > 0, arguments.Count);
        var starWasExpanded = ExpandedStar.TryUndo(rest, workingDirectory);
        return new HarnessArguments(
            flags.Contains("--smoke") ? RunKind.Smoke
                : flags.Contains("--quick") ? RunKind.Quick
                : RunKind.Measured,
            flags.Contains("--publish"),
            flags.Contains("--stale"),
            flags.Contains("--no-interleaving"),
            flags.Contains("--verbose"),
            artifacts is null ? null : Path.GetFullPath(artifacts, workingDirectory),
            starWasExpanded,
            columns.ToImmutable(),
            runtimes.ToImmutable(),
            rest.ToImmutable()
        );
    }

    private static UsageException WithValue(IReadOnlyList<string> arguments, int at) =>
        new($"{arguments[at]} takes no value, but '{Shorten(arguments[at + 1])}' follows. A filter needs --filter before it.");

    private static void EnsureFit(HashSet<string> flags, bool hasRuntimes, int arguments)
    {
        if (flags.IsSupersetOf(["--smoke", "--quick"]))
            throw new UsageException("--smoke and --quick cannot be combined. Use one of them.");
        var kind = flags.FirstOrDefault(flag => flag is "--smoke" or "--quick");
        if (flags.Contains("--publish") && kind is not null)
            throw new UsageException($"--publish needs a measured run. It cannot be combined with {kind}.");
        if (flags.Contains("--no-interleaving") && (flags.Contains("--publish") || kind is not null))
            throw new UsageException("--no-interleaving cannot be combined with --publish, --quick or --smoke.");
        if (hasRuntimes && kind == "--smoke")
            throw new UsageException("--smoke calls each benchmark in this process. It cannot be combined with --runtimes.");
        if (flags.Contains("--stale") && arguments > 1)
            throw new UsageException("--stale cannot be combined with other options.");
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

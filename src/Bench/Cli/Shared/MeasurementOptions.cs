using System.CommandLine;
using Bench.Comparison;
using Bench.Results;
using Bench.Runner;

namespace Bench.Cli;

internal static class MeasurementOptions
{
    // Ends errors about missing benchmarks.
    public const string HowToList = "List them with dotnet run -c Release --project PROJECT -- --list flat";

    public static readonly Option<string?> Project = Declare.Text(
        "--project",
        "PROJECT",
        "Use this benchmark project, folder or solution. Default: the only one."
    );
    public static readonly Option<string?> Framework = Declare.Text(
        "--framework",
        "TFM",
        "Build for this target framework. Default: config, or the newest."
    );
    public static readonly Option<string[]> Runtimes = new("--runtimes")
    {
        HelpName = "TFM TFM",
        Description = "Compare two target frameworks: the baseline's and the candidate's.",
        Arity = new ArgumentArity(1, 2),
        AllowMultipleArgumentsPerToken = true,
    };
    public static readonly Option<string[]> Packages = Declare.Several(
        "--package",
        "NAME@VERSION",
        "Build the candidate with this version of a package. Repeatable."
    );
    public static readonly Option<TimeSpan?> BenchmarkTimeout = Declare.Quantity(
        "--benchmark-timeout",
        "TIME",
        "Fail a benchmark that does not respond within this time. Default: 2m.",
        Quantities.Duration
    );
    public static readonly Option<bool> Strict = Declare.Flag("--strict", "Fail if any filter matches nothing. Default: print a warning.");
    public static readonly Option<string[]> Variables = Declare.Several(
        "--env",
        "NAME=VALUE",
        "Set an environment variable for measured processes. Repeatable."
    );

    /// <summary>For the verbs that compare variants of one build.</summary>
    public static readonly Option<int> Replicates = Declare.Value(
        "--replicates",
        "N",
        "Run N replicates of each benchmark, at least 2. Default: 5.",
        5
    );

    public static IEnumerable<Option> All => [Project, Framework, BenchmarkTimeout, Variables];

    public static BenchmarkFilter Filter(string[]? patterns, string[]? categories) => new(patterns ?? [], categories ?? []);
}

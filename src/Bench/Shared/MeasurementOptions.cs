using System.CommandLine;
using Bench.Comparison;
using Bench.Results;
using Bench.Runner;

namespace Bench;

internal static class MeasurementOptions
{
    // Ends errors about missing benchmarks.
    public const string HowToList = "dotnet run -c Release --project PROJECT -- --list flat names them";

    public static readonly Option<string?> Project = new("--project")
    {
        HelpName = "PROJECT",
        Description =
            "The benchmark project: its file, its folder, or a solution (.sln, .slnx, .slnf) that has one. Default: that of the config, or the one project that is a program and refers to BenchmarkDotNet.",
    };
    public static readonly Option<string?> Framework = new("--framework")
    {
        HelpName = "TFM",
        Description = "The target framework, for projects with several. Default: that of the config, or the newest.",
    };
    public static readonly Option<TimeSpan?> BenchmarkTimeout = JudgingOptions.Quantity(
        "--benchmark-timeout",
        "TIME",
        "How long a benchmark may take to answer before it has failed. Default: 2m.",
        Quantities.Duration
    );
    public static readonly Option<bool> Strict = new("--strict")
    {
        Description = "A filter that matches no benchmark, beside others that do, is wrong usage, and no mere warning.",
    };
    public static readonly Option<string[]> Variables = JudgingOptions.Several(
        "--env",
        "NAME=VALUE",
        "Set this variable for measured processes, for instance DOTNET_TieredPGO=0."
    );

    /// <summary>For the verbs that compare variants of one build.</summary>
    public static readonly Option<int> Replicates = new("--replicates")
    {
        HelpName = "N",
        Description = "Replicates of a benchmark, at least 2, of two process pairs each. Default: 5.",
        DefaultValueFactory = _ => 5,
    };

    public static IEnumerable<Option> All => [Project, Framework, BenchmarkTimeout, Variables];

    public static BenchmarkFilter Filter(string[]? patterns, string[]? categories) => new(patterns ?? [], categories ?? []);
}

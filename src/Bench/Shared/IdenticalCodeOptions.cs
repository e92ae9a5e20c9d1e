using System.CommandLine;

namespace Bench;

internal static class IdenticalCodeOptions
{
    public static readonly Option<string[]> Filters = JudgingOptions.Several(
        "--filter",
        "PATTERN",
        "Which benchmarks are measured, as BenchmarkDotNet's --filter, three at most. Default: of as many classes as there are.",
        areTogether: true
    );
}

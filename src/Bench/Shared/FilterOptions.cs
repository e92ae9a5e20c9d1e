using System.CommandLine;

namespace Bench;

internal static class FilterOptions
{
    public static readonly Option<string[]> Patterns = JudgingOptions.Several(
        "--filter",
        "PATTERN",
        "Which benchmarks, as BenchmarkDotNet's --filter: * is any text; upper and lower case are the same. Several add up.",
        areTogether: true
    );
    public static readonly Option<string[]> Categories = JudgingOptions.Several(
        "--any-category",
        "NAME",
        "Which benchmarks, as BenchmarkDotNet's --anyCategories.",
        areTogether: true
    );
}

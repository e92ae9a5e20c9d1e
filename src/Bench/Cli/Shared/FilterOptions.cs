using System.CommandLine;

namespace Bench.Cli;

internal static class FilterOptions
{
    public static readonly Option<string[]> Patterns = Declare.Several(
        "--filter",
        "PATTERN",
        "Include benchmarks with a matching full name, such as '*Json*'. Repeatable.",
        areTogether: true
    );
    public static readonly Option<string[]> Categories = Declare.Several(
        "--anyCategories",
        "NAME",
        "Include benchmarks that have any of these categories. Repeatable.",
        areTogether: true
    );
}

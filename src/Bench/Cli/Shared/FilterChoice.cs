using System.CommandLine;
using Bench.Runner;

namespace Bench.Cli;

internal sealed record FilterChoice(IReadOnlyList<string> Patterns, IReadOnlyList<string> Categories)
{
    public static FilterChoice From(ParseResult arguments) =>
        new(arguments.GetValue(FilterOptions.Patterns) ?? [], arguments.GetValue(FilterOptions.Categories) ?? []);

    public BenchmarkFilter Filter => new(Patterns, Categories);

    /// <summary>For reports; null for all benchmarks.</summary>
    public string? Text
    {
        get
        {
            string[] parts = [.. Patterns, .. Categories.Select(category => $"category {category}")];
            return parts.Length == 0 ? null : string.Join(", ", parts);
        }
    }
}

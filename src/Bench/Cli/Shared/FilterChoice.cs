using System.CommandLine;
using Bench.Runner;

namespace Bench.Cli;

internal sealed record FilterChoice(IReadOnlyList<string> Patterns, IReadOnlyList<string> Categories)
{
    // An empty variable of a workflow must not select everything.
    public static FilterChoice From(ParseResult arguments)
    {
        var choice = new FilterChoice(arguments.GetValue(FilterOptions.Patterns) ?? [], arguments.GetValue(FilterOptions.Categories) ?? []);
        return choice.Patterns.Any(string.IsNullOrWhiteSpace)
            ? throw new UsageException("--filter is empty. Use a pattern such as '*Json*', or remove the option.")
            : choice;
    }

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

using System.Text.RegularExpressions;
using Bench.Results;

namespace Bench.Comparison;

// A pattern for full names: `*` is any text and `?` any character. It is case-sensitive.
internal sealed record BenchmarkPattern(string Text)
{
    private const int MaxCharacters = 500;

    private readonly Regex regex =
        Text.Length > MaxCharacters
            ? throw new FormatException($"a pattern must have at most {MaxCharacters} characters.")
            : new(
                "^" + Regex.Escape(Text).Replace("\\*", ".*", StringComparison.Ordinal).Replace("\\?", ".", StringComparison.Ordinal) + "$",
                RegexOptions.CultureInvariant | RegexOptions.Singleline | RegexOptions.NonBacktracking
            );

    // If set, only benchmarks of the class with this full name match.
    public string? Class { get; init; }

    // The part of a name or pattern before the method's name. Empty if it has no class.
    public static string ClassOf(string name)
    {
        var method = name.Split('(')[0];
        return method[..Math.Max(0, method.LastIndexOf('.'))];
    }

    // The whole name must match, with or without its job.
    public bool Fits(BenchmarkId benchmark)
    {
        if (Class is not null && ClassOf(benchmark.FullName) != Class)
            return false;
        return regex.IsMatch(benchmark.FullName) || (!benchmark.Job.IsDefault && regex.IsMatch(benchmark.ToString()));
    }
}

using System.Text.RegularExpressions;
using Bench.Results;

namespace Bench.Comparison;

/// <summary>A pattern over full names: <c>*</c> is any text, <c>?</c> any character, upper and lower case count.</summary>
internal sealed record BenchmarkPattern(string Text)
{
    private const int MaxCharacters = 500;

    private readonly Regex regex =
        Text.Length > MaxCharacters
            ? throw new FormatException($"a pattern has at most {MaxCharacters} characters.")
            : new(
                "^" + Regex.Escape(Text).Replace("\\*", ".*", StringComparison.Ordinal).Replace("\\?", ".", StringComparison.Ordinal) + "$",
                RegexOptions.CultureInvariant | RegexOptions.Singleline | RegexOptions.NonBacktracking
            );

    /// <summary>The full name of the only class whose benchmarks fit; null for any.</summary>
    public string? Class { get; init; }

    /// <summary>What a name or a pattern has before the name of the method; empty where it has no class.</summary>
    public static string ClassOf(string name)
    {
        var method = name.Split('(')[0];
        return method[..Math.Max(0, method.LastIndexOf('.'))];
    }

    /// <summary>Whether a benchmark's name, with or without its job, fits as a whole.</summary>
    public bool Fits(BenchmarkId benchmark)
    {
        if (Class is not null && ClassOf(benchmark.FullName) != Class)
            return false;
        return regex.IsMatch(benchmark.FullName) || (!benchmark.Job.IsDefault && regex.IsMatch(benchmark.ToString()));
    }
}

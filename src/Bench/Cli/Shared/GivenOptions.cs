using System.CommandLine;
using Bench.Reports;

namespace Bench.Cli;

/// <summary>The options that were typed, by name. A report repeats them in a command to copy.</summary>
internal sealed record GivenOptions(IReadOnlyDictionary<string, string> Values)
{
    public static GivenOptions From(ParseResult arguments) =>
        new(
            arguments
                .CommandResult.Command.Options.Select(option => (option.Name, Result: arguments.GetResult(option)))
                .Where(option => option.Result is { Implicit: false, Tokens.Count: > 0 })
                .ToDictionary(option => option.Name, option => option.Result!.Tokens[^1].Value, StringComparer.Ordinal)
        );

    /// <summary>The option with its value, quoted for a shell; empty if it was not given.</summary>
    /// <param name="other">The value if it was not typed.</param>
    public string Text(Option option, string? other = null) =>
        (Values.GetValueOrDefault(option.Name) ?? other) is { } value ? $" {option.Name} {ShellText.Argument(value)}" : "";

    public bool Has(Option option) => Values.ContainsKey(option.Name);
}

using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

/// <summary>A pattern over full names: <c>*</c> is any text, <c>?</c> any character, upper and lower case count.</summary>
internal sealed record RowPattern(string Text)
{
    private const int MostCharacters = 500;

    private readonly Regex regex = Text.Length > MostCharacters ? throw new FormatException($"a pattern has at most {MostCharacters} characters.") : new(
        "^" + Regex.Escape(Text).Replace("\\*", ".*", StringComparison.Ordinal).Replace("\\?", ".", StringComparison.Ordinal) + "$",
        RegexOptions.CultureInvariant | RegexOptions.Singleline | RegexOptions.NonBacktracking);

    /// <summary>Whether a row's name, with or without its job, fits as a whole.</summary>
    public bool Fits(RowId row)
    {
        return regex.IsMatch(row.FullName) || (!row.Job.IsDefault && regex.IsMatch(row.ToString()));
    }
}

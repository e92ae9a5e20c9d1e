using Bench.Comparison;
using Bench.Results;

namespace Bench.Reports;

/// <summary>The command that measures a row again.</summary>
internal static class Reproduction
{
    public static string Command(RunComparison comparison, ComparedRow row) =>
        $"dotnet run -c Release{(comparison.Project is { } project ? $" --project {project}" : "")} -- --filter '{Filter(row.Id)}' --launchCount 5";

    /// <summary>A filter for one benchmark. Quoted for a shell, so nothing from a file gets out of the quotes: what is no part of a name becomes a '?', which fits it.</summary>
    public static string Filter(RowId row)
    {
        var end = row.FullName.IndexOf('(', StringComparison.Ordinal);
        var name = end < 0 ? row.FullName : row.FullName[..end] + "(*";
        return string.Concat(name.Select(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '_' or '+' or '*' or '(' or '<' or '>' or ',' ? c : '?'));
    }
}

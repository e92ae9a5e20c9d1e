using System.Globalization;
using System.Text.RegularExpressions;

namespace Bench.Results;

/// <summary>
/// The columns that an interleaved run adds to BenchmarkDotNet's table: Ratio, 95 % CI, Ratio spread, Time spread, Launches. The
/// baseline of a benchmark stands in the same group of the table, between empty lines, and has the word for its interval.
/// </summary>
internal sealed partial class InterleavedColumns
{
    private const string Interval = "95 % CI";
    private const string NotInterleaved = "not interleaved";
    private const string RatioSpread = "Ratio spread";
    private const NumberStyles Digits = NumberStyles.AllowDecimalPoint | NumberStyles.AllowThousands;
    private const int MaxLaunches = 10_000;
    private const double MaxSpread = 10;

    private readonly List<Cells> rows = [];
    private int group;

    public void EndGroup() => group++;

    /// <summary>Keeps what a line says of the ratio.</summary>
    public void Add(string here, BenchmarkResult row, Dictionary<string, string> cells)
    {
        var isBaseline = cells.TryGetValue(Interval, out var interval) && interval == "baseline";
        // Where it was measured as usual, its ratio is that of two times from different minutes.
        var hasRatio = IsInterleaved(cells) && !isBaseline && interval != NotInterleaved && row.Failure is null;
        rows.Add(new(row.Id, row.Parameters, group, isBaseline, hasRatio ? ReadRatio(here, cells) : null));
    }

    /// <summary>The lines of the table again, with their ratios.</summary>
    public IEnumerable<BenchmarkResult> WithRatios(IEnumerable<BenchmarkResult> table) =>
        table
            .ToArray()
            .Zip(
                rows,
                (row, cells) =>
                    cells.Ratio is { } ratio && BaselineOf(cells) is { } baseline
                        ? row with
                        {
                            ToBaseline = new(baseline.Id.FullName, [], [ratio]),
                        }
                        : row
            );

    /// <summary>How far the launches of a line lie apart; null for a single launch and in other tables.</summary>
    public static LaunchSpread? TimeSpread(string here, Dictionary<string, string> cells) =>
        IsInterleaved(cells) ? Spread(here, cells, "Time spread") : null;

    private static bool IsInterleaved(Dictionary<string, string> cells) =>
        cells.ContainsKey(Interval) && cells.ContainsKey(RatioSpread) && cells.ContainsKey("Ratio") && cells.ContainsKey("Launches");

    // A table without empty lines between its groups still has one baseline for each set of parameters and job, or none that can be known.
    private Cells? BaselineOf(Cells row) =>
        rows.Where(other => other.IsBaseline && other.Group == row.Group).ToArray() switch
        {
            [] => null,
            [var only] => only,
            var several => several.Where(other => other.Parameters == row.Parameters && other.Id.Job == row.Id.Job).ToArray() is [var only]
                ? only
                : null,
        };

    private static RatioSummary? ReadRatio(string here, Dictionary<string, string> cells)
    {
        var text = cells["Ratio"];
        if (text is "?" or "" or "NA")
            return null;
        return
            Number().IsMatch(text)
            && double.TryParse(text, Digits, CultureInfo.InvariantCulture, out var ratio)
            && ratio is > 0 and <= Limits.Largest
            ? new(ratio, Spread(here, cells, RatioSpread))
            : throw new ResultsException(here, $"invalid Ratio '{Cut(text)}': expected 1.453.");
    }

    private static LaunchSpread? Spread(string here, Dictionary<string, string> cells, string column)
    {
        if (!cells.TryGetValue(column, out var text) || text is "-" or "?" or "" or "NA")
            return null;
        if (
            !int.TryParse(cells["Launches"], NumberStyles.None, CultureInfo.InvariantCulture, out var launches)
            || launches is < 1 or > MaxLaunches
        )
            throw new ResultsException(here, $"invalid Launches '{Cut(cells["Launches"])}': expected a number from 1 to {MaxLaunches}.");
        if (
            !text.EndsWith('%')
            || !Number().IsMatch(text[..^1].TrimEnd())
            || !double.TryParse(text[..^1].TrimEnd(), Digits, CultureInfo.InvariantCulture, out var percent)
            || percent / 100 > MaxSpread
        )
            throw new ResultsException(here, $"invalid {column} '{Cut(text)}': expected 1.23%.");
        return launches == 1 ? null : new(launches, percent / 100);
    }

    private static string Cut(string text) => text.Length <= 40 ? text : text[..40] + "…";

    [GeneratedRegex(@"^(?:\d{1,3}(?:,\d{3})+|\d{1,18})(?:\.\d+)?$", RegexOptions.CultureInvariant)]
    private static partial Regex Number();

    private sealed record Cells(BenchmarkId Id, string Parameters, int Group, bool IsBaseline, RatioSummary? Ratio);
}

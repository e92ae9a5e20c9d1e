using System.Globalization;
using System.Text.RegularExpressions;

namespace Bench.Results;

// The columns that an interleaved run adds to BenchmarkDotNet's table: Ratio, 95 % CI, Ratio spread, Time spread, Launches. A benchmark's
// baseline is in the same group of rows, between empty lines. Its interval is the word "baseline".
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

    public void Add(string here, BenchmarkResult row, Dictionary<string, string> cells)
    {
        var isBaseline = cells.TryGetValue(Interval, out var interval) && interval == "baseline";
        // If it was measured the usual way, its ratio is that of two times from different minutes.
        var hasRatio = IsInterleaved(cells) && !isBaseline && interval != NotInterleaved && row.Failure is null;
        rows.Add(new(row.Id, row.Parameters, group, isBaseline, hasRatio ? ReadRatio(here, cells) : null));
    }

    public IEnumerable<BenchmarkResult> WithRatios(IEnumerable<BenchmarkResult> table) =>
        table
            .ToArray()
            .Zip(rows, (row, cells) =>
                cells.Ratio is { } ratio && BaselineOf(cells) is { } baseline
                    ? row with
                    {
                        ToBaseline = new(baseline.Id.FullName, [], [ratio]),
                    }
                    : row
            );

    // The spread between launches. Null for a single launch and in other tables.
    public static LaunchSpread? TimeSpread(string here, Dictionary<string, string> cells) =>
        IsInterleaved(cells) ? Spread(here, cells, "Time spread") : null;

    private static bool IsInterleaved(Dictionary<string, string> cells) =>
        cells.ContainsKey(Interval) && cells.ContainsKey(RatioSpread) && cells.ContainsKey("Ratio") && cells.ContainsKey("Launches");

    // In a table without empty lines, the baseline is the one with the same parameters and job. If that is not unique, it is unknown.
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
            throw new ResultsException(here, $"Launches is '{Cut(cells["Launches"])}', but must be from 1 to {MaxLaunches}.");
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

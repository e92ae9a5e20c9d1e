using Bench.Results;

namespace Bench.Comparison;

/// <summary>A row of both sides, or of one.</summary>
/// <param name="Baseline">Its baseline; null for a new row.</param>
/// <param name="Candidate">Its candidate; null for a removed row.</param>
internal sealed record RowPair(RowId Id, Row? Baseline, Row? Candidate)
{
    /// <summary>Whether a pattern fits the row by the name of either side: a table knows a row by another name than JSON.</summary>
    public bool Fits(RowPattern pattern) => pattern.Fits(Id) || (Candidate is not null && Candidate.Id != Id && pattern.Fits(Candidate.Id));
}

/// <summary>Finds for each row of the baseline the same row of the candidate.</summary>
internal static class RowPairs
{
    public static IReadOnlyList<RowPair> Match(Run baseline, Run candidate)
    {
        var open = candidate.Rows.ToDictionary(row => row.Id);
        var found = new Dictionary<RowId, Row>();
        foreach (var row in baseline.Rows)
        {
            if (open.Remove(row.Id, out var same))
                found.Add(row.Id, same);
        }

        // A table knows neither full values nor, for a single job, its characteristics; and another runtime or GC mode for the one job
        // of a row is what the sides are compared for, and a warning.
        MatchBy(row => $"{row.Id.Section}\n{row.TableName}\n{row.Id.Job.What}", onlyTables: true);
        MatchBy(row => $"{row.Id.Section}\n{row.TableName}", onlyTables: true);
        MatchBy(row => $"{row.Id.Section}\n{row.Id.FullName}", onlyTables: false);

        return
        [
            .. baseline.Rows.Select(row => new RowPair(row.Id, row, found.GetValueOrDefault(row.Id))),
            .. candidate.Rows.Where(row => open.ContainsKey(row.Id)).Select(row => new RowPair(row.Id, null, row)),
        ];

        void MatchBy(Func<Row, string> name, bool onlyTables)
        {
            var theirs = open.Values.ToLookup(name, StringComparer.Ordinal);
            foreach (var group in baseline.Rows.Where(row => !found.ContainsKey(row.Id)).GroupBy(name, StringComparer.Ordinal).ToArray())
            {
                // Only where there is no choice, on either side.
                if (group.Count() != 1 || theirs[group.Key].Count() != 1)
                    continue;

                var (mine, other) = (group.First(), theirs[group.Key].First());
                if (onlyTables && !mine.IsFromTable && !other.IsFromTable)
                    continue;

                found.Add(mine.Id, other);
                open.Remove(other.Id);
            }
        }
    }
}

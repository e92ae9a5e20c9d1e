using Bench.Tandem;

namespace Bench.Explaining;

/// <summary>The one row that a pattern means.</summary>
internal static class RowChoice
{
    private const int Candidates = 4;

    /// <summary>Chooses.</summary>
    /// <param name="pattern">What the user wrote.</param>
    /// <param name="before">All rows of the baseline, and those that fit.</param>
    /// <param name="after">The same of the candidate.</param>
    /// <returns>The row on both sides.</returns>
    /// <exception cref="ExplainingException">None or several fit, or it is none that can be run many times.</exception>
    public static RowPairing Of(string pattern, (IReadOnlyList<HostedRow> All, IReadOnlyList<HostedRow> Fitting) before, (IReadOnlyList<HostedRow> All, IReadOnlyList<HostedRow> Fitting) after)
    {
        var fitting = Common(before.Fitting, after.Fitting);
        // A row's whole name is that row, even where it is the beginning of another's or its brackets mean something to a filter.
        if (fitting.Count != 1 && Common(before.All, after.All).Where(row => row.Candidate.Id.ToString() == pattern).ToList() is { Count: 1 } exact)
            fitting = exact;
        return fitting switch
        {
            [var only] => Runnable(only),
            [] when before.Fitting.Count + after.Fitting.Count > 0 => throw new ExplainingException(
                $"'{pattern}' fits a row of the {(after.Fitting.Count > 0 ? "candidate" : "baseline")} only ({Some([.. after.Fitting, .. before.Fitting])}): there is nothing to compare it with."),
            [] => throw new ExplainingException($"'{pattern}' fits no row. There are: {Some([.. Common(before.All, after.All).Select(row => row.Candidate)])}."),
            _ => throw new ExplainingException($"'{pattern}' fits {fitting.Count} rows, and one is explained at a time: {Some([.. fitting.Select(row => row.Candidate)])}."),
        };
    }

    private static RowPairing Runnable(RowPairing row)
    {
        foreach (var side in new[] { row.Baseline, row.Candidate })
        {
            if (side.WhyNot.Length > 0)
                throw new ExplainingException($"{side.Id} can't be run: {side.WhyNot}.");
            if (side.Mode == RunMode.FirstCall)
                throw new ExplainingException($"{side.Id} is the first call of a process: too short to sample, and never optimised.");
        }

        return row;
    }

    private static List<RowPairing> Common(IEnumerable<HostedRow> before, IEnumerable<HostedRow> after) =>
        [.. after.Join(before, row => row.Id, row => row.Id, (candidate, baseline) => new RowPairing(baseline, candidate))];

    private static string Some(List<HostedRow> rows) =>
        rows.Count == 0 ? "none that both builds have" : string.Join("; ", rows.Take(Candidates).Select(row => row.Id.ToString())) + (rows.Count > Candidates ? $"; and {rows.Count - Candidates} more" : "");
}

using Bench.Host;
using Bench.Runner;

namespace Bench.Explain;

/// <summary>The one row that a pattern means.</summary>
internal static class RowChoice
{
    private const int Candidates = 4;

    public static RowPairing Of(string pattern, (IReadOnlyList<HostedBenchmark> All, IReadOnlyList<HostedBenchmark> Fitting) before, (IReadOnlyList<HostedBenchmark> All, IReadOnlyList<HostedBenchmark> Fitting) after)
    {
        var fitting = Common(before.Fitting, after.Fitting);
        // A row's whole name is that row, even where it is the beginning of another's or its brackets mean something to a filter.
        if (fitting.Count != 1 && Common(before.All, after.All).Where(row => row.Candidate.Id.ToString() == pattern).ToList() is { Count: 1 } exact)
            fitting = exact;
        return fitting switch
        {
            [var only] => Runnable(only),
            [] when before.Fitting.Count + after.Fitting.Count > 0 => throw new BenchException(
                $"'{pattern}' fits a row of the {(after.Fitting.Count > 0 ? "candidate" : "baseline")} only ({Some([.. after.Fitting, .. before.Fitting])}): there is nothing to compare it with."),
            [] => throw new BenchException($"'{pattern}' fits no row. There are: {Some([.. Common(before.All, after.All).Select(row => row.Candidate)])}."),
            _ => throw new BenchException($"'{pattern}' fits {fitting.Count} rows, and one is explained at a time: {Some([.. fitting.Select(row => row.Candidate)])}."),
        };
    }

    private static RowPairing Runnable(RowPairing row)
    {
        foreach (var side in new[] { row.Baseline, row.Candidate })
        {
            if (side.UnsupportedReason.Length > 0)
                throw new BenchException($"{side.Id} can't be run: {side.UnsupportedReason}.");
            if (side.Mode == RunMode.FirstCall)
                throw new BenchException($"{side.Id} is the first call of a process: too short to sample, and never optimised.");
        }

        return row;
    }

    private static List<RowPairing> Common(IEnumerable<HostedBenchmark> before, IEnumerable<HostedBenchmark> after) =>
        [.. after.Join(before, row => row.Id, row => row.Id, (candidate, baseline) => new RowPairing(baseline, candidate))];

    private static string Some(List<HostedBenchmark> rows) =>
        rows.Count == 0 ? "none that both builds have" : string.Join("; ", rows.Take(Candidates).Select(row => row.Id.ToString())) + (rows.Count > Candidates ? $"; and {rows.Count - Candidates} more" : "");
}

using Bench.Statistics;

namespace Bench.Comparison;

internal sealed record Strictness(bool AllowMissing = false, bool StrictEnvironment = false, double MaxInconclusive = 0.2);

/// <summary>The outcome of a comparison: an exit code, and why.</summary>
/// <param name="ExitCode">The exit code; the worst, in the order 1, 4, 5, 3, 0.</param>
internal sealed record Outcome(ExitCode ExitCode, string Reason)
{
    public static Outcome Of(RunComparison comparison, Strictness strictness)
    {
        var compared = comparison.Rows.Where(row => row.Presence == Presence.Both).ToArray();
        var slower = compared.Count(row => row.TimeFails);
        var larger = compared.Count(row => row.AllocationFails);
        var lost = comparison.Rows.Count(IsLost);
        string[] failures =
        [
            .. Some(slower, "row is slower", "rows are slower"),
            .. Some(larger, "row allocates more", "rows allocate more"),
            .. Some(strictness.AllowMissing ? 0 : lost, "row vanished or failed", "rows vanished or failed"),
        ];
        if (failures.Length > 0)
            return new(ExitCode.Regressed, $"{string.Join(", ", failures)}.");
        if (strictness.StrictEnvironment && comparison.EnvironmentDifferences.Count > 0)
            return new(ExitCode.Environment, $"The environments differ: {string.Join("; ", comparison.EnvironmentDifferences)}.");
        if (comparison.IsIdentical)
            return new(ExitCode.Passed, "The files of both sides are identical: nothing to compare.");
        compared = [.. compared.Where(row => row.TimeNotCompared is null || row.Judged is not null || row.Allocation is not null)];
        if (compared.Length == 0 && comparison.Rows.Any(row => row.Presence == Presence.Both))
            return new(ExitCode.NothingCompared, "The sides were measured on different machines, and have neither ratios to a baseline nor allocation.");
        if (compared.Length == 0)
            return new(ExitCode.NothingCompared, "The sides have no measured row in common.");

        var undecided = compared.Count(row => row.Judged is { Verdict: Verdict.Inconclusive } || (row.Judged is null && row.TimeNotCompared is null) || row.Allocation is { Verdict: Verdict.Inconclusive } || row.LostAllocation);
        return undecided > strictness.MaxInconclusive * compared.Length
            ? new(ExitCode.Inconclusive, FormattableString.Invariant($"{undecided} of {compared.Length} rows are inconclusive; at most {strictness.MaxInconclusive:0.##%} may be."))
            : new(ExitCode.Passed, Passed(compared));
    }

    /// <summary>Whether a row had a figure and has none now.</summary>
    public static bool IsLost(ComparedRow row)
    {
        return row.Presence switch
        {
            Presence.Removed or Presence.Failed => !row.FailedBefore,
            Presence.New => row.Failure is not null,
            _ => false,
        };
    }

    private static string Passed(ComparedRow[] compared)
    {
        var listed = compared.Count(row => row is { Judged.Verdict: Verdict.Regressed, TimeFails: false } or { Allocation.Verdict: Verdict.Regressed, AllocationFails: false });
        return listed == 0 ? "No regression shown." : $"{listed} {(listed == 1 ? "row is" : "rows are")} listed as worse, but accepted or not sure enough to fail.";
    }

    private static IEnumerable<string> Some(int count, string one, string more) => count == 0 ? [] : [$"{count} {(count == 1 ? one : more)}"];
}

using Bench.Statistics;

namespace Bench.Comparison;

/// <summary>
/// Rows that no change of the code can move. One that moved says that the machine did, and then no other time says anything about
/// the code; dividing the others by it, or by the suite's median, would only spread its noise.
/// </summary>
internal static class Controls
{
    public static bool Moved(IReadOnlyList<ComparedRow> rows, List<string> warnings)
    {
        var moved = false;
        foreach (var row in rows.Where(row => row.IsControl))
        {
            if (row.Time is not { Lower: { } lower, Upper: { } upper } time)
            {
                warnings.Add($"The control row {row.Name} can't be judged: {row.Time?.Reason ?? "it is not on both sides"}.");
            }
            else if ((lower > 1 || upper < 1) && Math.Abs(Math.Log(time.Ratio)) > row.Margin.Log / 2)
            {
                moved = true;
                warnings.Add(FormattableString.Invariant($"The control row {row.Name} moved ({time.Ratio:0.000}x): the machine changed, and no time is judged."));
            }
        }

        return moved;
    }

    // Ratios to an interleaved baseline stay: what the machine did, both have shared.
    public static ComparedRow WithoutVerdict(ComparedRow row) => row.Time is null ? row : row with
    {
        Time = row.Time with { Verdict = Verdict.Inconclusive, FailsCheck = false, Reason = "a control row moved", LaunchesToDecide = null },
    };
}

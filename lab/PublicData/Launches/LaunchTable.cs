using System.Globalization;
using System.Text;

namespace Lab.PublicData.Launches;

internal static class LaunchTable
{
    private const string NoSuchVerdict = "-";

    public static string Render(IReadOnlyList<Tally> tallies)
    {
        var text = new StringBuilder();
        text.AppendLine("Identical code:");
        text.AppendLine();
        text.AppendLine("| launches per build | rule | checks failed (in systems) | inconclusive | benchmarks marked | undecided |");
        text.AppendLine("| ---: | --- | ---: | ---: | ---: | ---: |");
        foreach (var same in tallies.Where(tally => tally.Slowdown == 0))
        {
            text.Append(Invariant($"| {same.Launches} | {same.Rule} | {same.FailedChecks} of {same.Checks} ({same.FailedSystems.Count}) "));
            var inconclusive = same.CanBeUndecided ? Invariant($"{same.InconclusiveChecks} of {same.Checks}") : NoSuchVerdict;
            var undecided = same.CanBeUndecided ? Share(same.UnchangedUndecided, same.Unchanged) : NoSuchVerdict;
            text.AppendLine(Invariant($"| {inconclusive} | {Share(same.UnchangedListed, same.Unchanged)} | {undecided} |"));
        }

        text.AppendLine();
        text.AppendLine("A tenth of the benchmarks slowed. Share of them that was marked, failed the check, was cleared:");
        text.AppendLine();
        text.AppendLine("| launches per build | rule | +5%: cleared | +10%: marked | fails | cleared | +25%: marked | fails | cleared |");
        text.AppendLine("| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
        foreach (var rows in tallies.Where(tally => tally.Slowdown > 0).GroupBy(tally => (tally.Launches, tally.Rule)))
        {
            var margin = rows.First();
            text.Append(Invariant($"| {rows.Key.Launches} | {rows.Key.Rule} | {Cleared(margin)} |"));
            foreach (var slowed in rows.Skip(1))
            {
                text.Append(Invariant($" {Share(slowed.SlowedListed, slowed.Slowed)} | {Share(slowed.SlowedFailing, slowed.Slowed)} "));
                text.Append(Invariant($"| {Cleared(slowed)} |"));
            }

            text.AppendLine();
        }

        return text.ToString();
    }

    private static string Cleared(Tally tally) => tally.CanBeUndecided ? Share(tally.SlowedCleared, tally.Slowed) : NoSuchVerdict;

    private static string Share(int part, int whole)
    {
        var percent = 100.0 * part / whole;
        return percent.ToString(percent < 10 ? "0.00" : "0.0", CultureInfo.InvariantCulture) + "%";
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

using System.Globalization;
using Bench.Published;
using Bench.Reports;

namespace Bench.Cli.Compare;

internal static class AgainstPublishedReport
{
    private const int MaxWinners = 6;
    private const int MaxSizes = 8;

    public static IEnumerable<string> Lines(AgainstPublished found)
    {
        yield return $"Your results compared with the published ones. Your machine: {found.Run.MachineName}. Published: {string.Join(", ", found.Machines)}.";
        yield return found.SameMachine is { } same
            ? $"{same} is among them, so each ratio is compared with the prediction interval for the next run on it."
            : "Yours is a different machine class, so each ratio is compared with the prediction interval for another machine. Differences are not regressions.";
        if (found.Questions == 0)
        {
            yield return "The run has no question in common with the published figures.";
            yield break;
        }

        if (found.Run.IsQuick || found.Run.Launches < RunRecord.MinLaunches)
            yield return "Your run is quick or incomplete, so its ratios can lie outside of the intervals by chance.";
        yield return string.Create(
            CultureInfo.InvariantCulture,
            $"{found.Winners.Count} of {found.Questions} questions have a significantly different winner, and {found.Ratios - found.Sizes.Count} of {found.Ratios} ratios are inside their prediction intervals."
        );
        if (found.Winners.Count > 0)
        {
            yield return "";
            yield return "Different winners";
            foreach (var winner in found.Winners.OrderBy(winner => winner.Ratio).Take(MaxWinners))
                yield return string.Create(
                    CultureInfo.InvariantCulture,
                    $"  {winner.Question}: {winner.Here} takes {Factor(winner.Ratio)} the time of {winner.Published}; published: {(winner.IsClear ? $"{winner.Published} wins" : "no clear difference")}"
                );
            if (found.Winners.Count > MaxWinners)
                yield return $"  and {found.Winners.Count - MaxWinners} more";
        }

        if (found.Sizes.Count > 0)
        {
            yield return "";
            yield return "Different ratios, the largest differences first (time divided by the baseline's time)";
            foreach (var size in found.Sizes.Take(MaxSizes))
                yield return $"  {size.Question}: {size.Alternative} {Factor(size.Here)}, published {Factor(size.Published.Ratio)}, expected {Factor(size.Expected.Lower)} to {Factor(size.Expected.Upper)}";
            if (found.Sizes.Count > MaxSizes)
                yield return $"  and {found.Sizes.Count - MaxSizes} more";
        }

        if (found.LeftOut.Count > 0)
        {
            yield return "";
            yield return $"Skipped here: {string.Join(", ", found.LeftOut)}.{string.Concat(found.Run.Obstacles.Where(reason => reason.StartsWith("Not measured", StringComparison.Ordinal)).Select(reason => $" {reason}."))}";
        }
    }

    private static string Factor(double ratio) => RatioText.Digits(ratio) + "x";
}

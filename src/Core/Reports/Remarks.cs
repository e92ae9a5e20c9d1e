using System.Globalization;
using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Reports;

// Remarks on a comparison as a whole, with the same text in all reports.
internal static class Remarks
{
    // The end of a heading. Empty if the change accepts no regression.
    public static string AcceptedByChange(RunComparison comparison) =>
        comparison.AcceptedByChange is > 0 and var accepted
            ? FormattableString.Invariant($" ({CountText.Of(accepted, "regression")} accepted by this change)")
            : "";

    // The first lines of every report. Empty if both sides are of the same machine class.
    public static IEnumerable<string> Machines(RunComparison comparison)
    {
        foreach (var meeting in comparison.MachineMeetings)
        {
            var (baseline, candidate) = (meeting.Baseline.ToString(), meeting.Candidate.ToString());
            yield return meeting.Difference is null
                ? $"Possibly different machine classes: {baseline} and {candidate}. Only one of them names its model."
            // Short names have no stepping.
            : baseline == candidate ? $"Different machine classes: {baseline}, {meeting}."
            : $"Different machine classes: {baseline} and {candidate}.";
        }

        if (comparison.MachineMeetings.Count > 0)
            yield return AcrossMachines(comparison);
    }

    private static string AcrossMachines(RunComparison comparison)
    {
        if (comparison.UsualBetweenMachines is not { } usual)
            return "Times and ratios are not judged, because they depend on the class; use --across-machines to list those that differ more than usual. "
                + "Allocation is compared, but differences do not fail.";
        ComparedBenchmark[] judged =
        [
            .. comparison.Benchmarks.Where(benchmark => benchmark is { IsAcrossMachines: true, Judged: not null }),
        ];
        if (judged.Length == 0)
            return "No ratio is judged, because that needs an interleaved baseline in both runs, or the times of three benchmarks.";
        var what = Array.Exists(judged, benchmark => benchmark.RatioToBaseline is not null)
            ? "Ratios to the baseline"
            : "Times, divided by the geometric mean of all changes,";
        return $"{what} usually differ by up to {Figures.Factor(usual)} between classes (95% of them). Larger differences are listed, but do not fail.";
    }

    // Differences besides the machine, if machine classes differ.
    public static IEnumerable<EnvironmentDifference> OtherDifferences(RunComparison comparison) =>
        comparison.MachineMeetings.Count == 0
            ? comparison.EnvironmentDifferences
            : comparison.EnvironmentDifferences.Where(difference => !RunEnvironment.IsOfMachine(difference));

    // Null if no common factor was requested.
    public static string? CommonFactor(RunComparison comparison) =>
        comparison.CommonFactorState switch
        {
            null => null,
            CommonFactorState.NotEstimable => FormattableString.Invariant(
                $"No common factor of all times can be estimated, because that needs {Statistics.CommonFactor.MinGroups} independent benchmarks with intervals, "
            ) + FormattableString.Invariant($"and there are {comparison.CommonFactorGroups}."),
            CommonFactorState.Immaterial => $"Common factor of all times: {Interval(comparison.CommonFactor!)}. It was not removed.",
            CommonFactorState.KeptByControls => $"{Throughout(comparison.CommonFactor!)}. "
                + "This factor was not removed, because control benchmarks show whether the machine changed.",
            _ => $"{Throughout(comparison.CommonFactor!)}. The machine may have changed, or the change "
                + $"{(comparison.CommonFactor!.Ratio > 1 ? "slows everything down" : "speeds everything up")}; bench gate can tell which. This factor was removed, so verdicts show what changed relative to the rest.",
        };

    public static bool IsWarning(RunComparison comparison) =>
        comparison.CommonFactorState is CommonFactorState.TakenOut or CommonFactorState.KeptByControls;

    // Null if no spread was assumed.
    public static string? AssumedSpread(RunComparison comparison)
    {
        if (comparison.AssumedSpread is not { } assumed)
            return null;
        var benchmarks = comparison.Benchmarks.Count(benchmark => benchmark.Judged is { IsSpreadAssumed: true });
        return FormattableString.Invariant($"Spread between launches assumed for {benchmarks} benchmarks: ")
            + FormattableString.Invariant(
                $"95% of single launches are within {assumed.Within(0.95):0.0}x of each other. Source: {assumed.Source}."
            );
    }

    // The beginning of a sentence.
    public static string Margin(RunComparison comparison) =>
        $"Margin {Figures.Percent(comparison.Margin.Relative)}, noise floor {Figures.Time(comparison.Margin.NoiseFloor)}";

    public static int OwnMargins(RunComparison comparison) => comparison.Benchmarks.Count(benchmark => benchmark.HasOwnMargin);

    // Null if the canary did not move.
    public static string? Moved(ComparedCanary canary) =>
        canary.Time.HasMoved
            ? $"The machine changed during this check, so no time is judged: the canary {canary.Name} took {Canary(canary)} the time with the same code."
            : null;

    public static string Canary(ComparedCanary canary) =>
        canary.Time is { Lower: { } lower, Upper: { } upper }
            ? FormattableString.Invariant(
                $"{Figures.Factor(canary.Time.Ratio)} ({100 * CanaryRule.Confidence:0}% CI {Figures.Factor(lower)} to {Figures.Factor(upper)})"
            )
            : Figures.Factor(canary.Time.Ratio);

    public static IEnumerable<(string Text, bool IsWarning)> Create(RunComparison comparison)
    {
        foreach (var moved in comparison.Canaries.Select(Moved).OfType<string>())
            yield return (moved, true);
        if (CommonFactor(comparison) is { } factor)
            yield return (factor, IsWarning(comparison));
        if (AssumedSpread(comparison) is { } assumed)
            yield return (assumed, false);
        if (ClassesOfBaselineAlone(comparison) is { } classes)
            yield return (classes, true);
    }

    // Only for finished runs: a check uses the same filter for both builds.
    private static string? ClassesOfBaselineAlone(RunComparison comparison) =>
        comparison is { Check: null, ClassesOfBaselineAlone.Count: > 0 and var classes }
            ? FormattableString.Invariant(
                $"The candidate has no benchmark of {classes} {(classes == 1 ? "class" : "classes")} of the baseline. "
            ) + "If you ran only a part, use --allow-missing."
            : null;

    private static string Throughout(CommonFactor factor) => $"All benchmarks together take {Interval(factor)} the baseline's time";

    private static string Interval(CommonFactor factor) =>
        string.Create(CultureInfo.InvariantCulture, $"{factor.Ratio:0.00}x (95% CI {factor.Lower:0.00}-{factor.Upper:0.00})");
}

using Bench.Statistics;

namespace Bench.Comparison;

// A baseline that got faster increases the ratios of all its variants, although none of them got slower. If the times show that only the
// baseline moved, its variants are judged by their times.
internal static class MovedBaselines
{
    private const int MinAlternatives = 3;

    // Changes `ratios` in place, and adds a warning if a baseline may have moved.
    public static void Resolve(
        IReadOnlyList<BenchmarkPair> pairs,
        Categories categories,
        TimeJudgement?[] times,
        TimeJudgement?[] ratios,
        bool hasCommonFactor,
        List<string> warnings
    )
    {
        IEqualityComparer<BenchmarkPair> same = ReferenceEqualityComparer.Instance;
        var index = pairs.Select((pair, i) => (pair, i)).ToDictionary(entry => entry.pair, entry => entry.i, same);
        foreach (
            var category in Enumerable
                .Range(0, pairs.Count)
                .Where(i => ratios[i] is not null && categories.BaselineOf(pairs[i]) is not null)
                .GroupBy(i => categories.BaselineOf(pairs[i])!, same)
        )
        {
            var (name, at) = (category.Key.Id.FullName, index[category.Key]);
            int[] alternatives = [.. category];
            if (times[at] is { Verdict: Verdict.Regressed or Verdict.Improved } baseline)
                times[at] = Moved(name, baseline, alternatives, times, ratios, hasCommonFactor, warnings);
            else
                MayHaveMoved(name, [.. alternatives.Select(i => ratios[i]!)], warnings);
        }
    }

    private static TimeJudgement Moved(
        string name,
        TimeJudgement baseline,
        int[] alternatives,
        TimeJudgement?[] times,
        TimeJudgement?[] ratios,
        bool hasCommonFactor,
        List<string> warnings
    )
    {
        var opposite = baseline.Verdict == Verdict.Improved ? Verdict.Regressed : Verdict.Improved;
        var isShownByRatios = alternatives.Any(i => ratios[i]!.Verdict == opposite);
        if (!isShownByRatios && !hasCommonFactor)
        {
            return baseline with
            {
                Verdict = Verdict.Inconclusive,
                FailsCheck = false,
                Reason = "its variants changed with it, which may be the machine, because the times have no common factor",
            };
        }

        var direction = opposite == Verdict.Regressed ? "faster" : "slower";
        var change = FormattableString.Invariant($"baseline of the group got {direction} ({baseline.Ratio:0.000}x)");
        var explained = 0;
        foreach (var i in alternatives)
        {
            if (ratios[i]!.Verdict != opposite || times[i] is not { } own || own.Verdict == opposite || !Explains(baseline, ratios[i]!))
                continue;
            ratios[i] = ratios[i]! with
            {
                Verdict = own.Verdict,
                FailsCheck = false,
                Reason = "the " + change,
                LaunchesToDecide = own.LaunchesToDecide,
                IsBaselineMoved = true,
            };
            explained++;
        }

        if (explained > 0)
        {
            warnings.Add(
                $"The {change}: {name}. This alone changed the ratios of {explained} of its {alternatives.Length} variants, "
                    + "which are judged by their times."
            );
        }

        return baseline;
    }

    // True if the ratio's change is not significant after the baseline's change is divided out.
    private static bool Explains(TimeJudgement baseline, TimeJudgement ratio)
    {
        var (half, other) = (HalfWidth(baseline), HalfWidth(ratio));
        return Math.Abs(Math.Log(ratio.Ratio) + Math.Log(baseline.Ratio)) <= Math.Sqrt((half * half) + (other * other));
    }

    private static double HalfWidth(TimeJudgement judgement) =>
        judgement is { Lower: { } lower, Upper: { } upper } ? Math.Log(upper / lower) / 2 : 0;

    // If all variants moved by the same factor, the baseline is the simpler explanation. The times do not show it, so failures remain.
    private static void MayHaveMoved(string name, TimeJudgement[] ratios, List<string> warnings)
    {
        if (
            ratios.Length < MinAlternatives
            || ratios[0].Verdict is not (Verdict.Regressed or Verdict.Improved)
            || ratios.Any(ratio => ratio.Verdict != ratios[0].Verdict)
        )
            return;
        var (lower, upper) = (ratios.Max(ratio => ratio.Lower ?? 0), ratios.Min(ratio => ratio.Upper ?? double.PositiveInfinity));
        if (lower > upper)
            return;
        var factor = Math.Exp(ratios.Average(ratio => Math.Log(ratio.Ratio)));
        warnings.Add(
            FormattableString.Invariant(
                $"The ratios of all {ratios.Length} variants to {name} changed by the same factor ({factor:0.000}x): "
            )
                + $"the baseline may have got {(ratios[0].Verdict == Verdict.Regressed ? "faster" : "slower")}. "
                + "Its times do not show it; bench gate does."
        );
    }
}

namespace Bench.Statistics;

/// <summary>What is to be measured next of a row.</summary>
/// <param name="IsSuspect">Whether it looks slower: then only fresh units can clear or convict it.</param>
internal readonly record struct NextUnits(bool IsSuspect, int Units);

/// <summary>
/// Screen, then clean (Wasserman and Roeder, "High-dimensional variable selection", Annals of Statistics 37, 2009): few units of every row
/// find the suspects, and only units measured afterwards can convict them. No figure is used twice, so that a check of hundreds of rows
/// costs little more than a few units each, and picking the worst rows is no bias.
/// </summary>
internal static class ScreenedVerdicts
{
    /// <summary>Units of every row in the first stage: each two process pairs.</summary>
    public const int ScreeningUnits = 2;

    /// <summary>The share of the margin, as logarithms, beyond which a row is a suspect.</summary>
    public const double SuspectShare = 0.6;

    /// <summary>The fewest fresh units of a suspect.</summary>
    public const int FewestFreshUnits = 8;

    /// <summary>The most fresh units that are planned, for rows that spread much.</summary>
    public const int MostFreshUnits = 24;

    /// <summary>The most units of a row that is no suspect, where its first ones did not show that nothing changed.</summary>
    public const int MostScreeningUnits = 12;

    private const double PowerAimedAt = 0.99;

    /// <summary>What the screening says should be measured next.</summary>
    /// <returns>For each row, in the same order.</returns>
    public static IReadOnlyList<NextUnits> Plan(IReadOnlyList<RowSample> rows)
    {
        var judgements = TimeVerdicts.Judge(rows);
        var isSuspect = rows.Zip(judgements, IsSuspect).ToArray();
        var suspects = isSuspect.Count(suspect => suspect);
        var student = new Student();
        return
        [
            .. rows.Select((row, i) => isSuspect[i] ? new NextUnits(true, FreshUnits(student, row.Margin, judgements[i].Spread, suspects))
                : judgements[i].Verdict == Verdict.Inconclusive ? new NextUnits(false, Math.Max(0, Math.Min(judgements[i].LaunchesToDecide ?? MostScreeningUnits, MostScreeningUnits) - row.Units.Count))
                : new NextUnits(false, 0)),
        ];
    }

    public static IReadOnlyList<TimeJudgement> Judge(IReadOnlyList<ScreenedSample> rows)
    {
        var all = TimeVerdicts.Judge([.. rows.Select(row => row.Sample)]);
        int[] suspects = [.. Enumerable.Range(0, rows.Count).Where(i => rows[i].FreshUnits > 0)];
        var fresh = suspects.Zip(TimeVerdicts.Judge([.. suspects.Select(i => rows[i].Fresh)])).ToDictionary(pair => pair.First, pair => pair.Second);
        return [.. rows.Select((row, i) => fresh.TryGetValue(i, out var judgement) ? OfSuspect(all[i], judgement) : OfOther(all[i], IsSuspect(row.Sample, all[i])))];
    }

    /// <summary>Whether the units make a row a suspect: most of the margin, and of the noise floor.</summary>
    private static bool IsSuspect(RowSample row, TimeJudgement judgement) =>
        Math.Log(judgement.Ratio) > SuspectShare * row.Margin.Log
        && judgement.CandidateNanoseconds - judgement.BaselineNanoseconds > SuspectShare * row.Margin.NoiseFloorNanoseconds;

    private static TimeJudgement OfSuspect(TimeJudgement all, TimeJudgement fresh) =>
        fresh.FailsCheck ? fresh
        // What made it a suspect is part of "all", which leans to its side: good enough to call it equal, not to call it slower.
        : all.Verdict is Verdict.Equivalent or Verdict.Improved ? all
        : fresh with { Verdict = Verdict.Inconclusive, Reason = "a suspect whom the fresh units neither convict nor clear" };

    private static TimeJudgement OfOther(TimeJudgement all, bool isSuspect) =>
        isSuspect && all.Verdict is not Verdict.Equivalent ? all with { Verdict = Verdict.Inconclusive, FailsCheck = false, Reason = "a suspect that was not measured afresh" }
        : all with { FailsCheck = false };

    /// <summary>
    /// The units that convict a row which is twice the margin slower, with a chance of <see cref="PowerAimedAt"/>, if as many rows are
    /// suspects as look it.
    /// </summary>
    private static int FreshUnits(Student student, Margin margin, double? spread, int suspects)
    {
        var distance = Math.Log(1 + (2 * margin.Relative)) - margin.Log;
        for (var n = FewestFreshUnits; n < MostFreshUnits; n++)
        {
            var wanted = student.Quantile(1 - (TimeVerdicts.LevelOfFailing / suspects), n - 1) + student.Quantile(PowerAimedAt, n - 1);
            if (distance / ((spread ?? 0) / Math.Sqrt(n)) >= wanted)
                return n;
        }

        return MostFreshUnits;
    }
}

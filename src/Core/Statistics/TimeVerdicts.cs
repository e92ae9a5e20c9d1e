namespace Bench.Statistics;

/// <summary>
/// Judges the times of all rows of a comparison together. Launches are the units; the spread between them is pooled over both sides
/// of a row and moderated by that of the other rows (<see cref="SpreadPrior"/>); tests are one-sided against the margin, so a change
/// that is sure but small is no regression.
/// </summary>
internal static class TimeVerdicts
{
    /// <summary>The confidence of the interval that is shown.</summary>
    public const double Confidence = 0.95;

    /// <summary>The share of false ones among the rows listed as changed, for each direction: half of what the interval leaves outside.</summary>
    public const double FalseDiscoveryRate = (1 - Confidence) / 2;

    /// <summary>The aim: the chance that a check of nothing but rows at the margin fails.</summary>
    public const double FamilyWiseErrorRate = 0.01;

    /// <summary>
    /// Holm's level. Half of the aim: with two or three launches a row borrows most of its spread, and rows differ from each other in
    /// more ways than the prior knows.
    /// </summary>
    internal const double LevelOfFailing = FamilyWiseErrorRate / 2;

    private const double FewestDegreesOfFreedomToFail = 2;

    /// <summary>A spread between launches of 0.01 %: no two processes are known to agree better.</summary>
    private const double LeastVariance = 1e-8;

    private const double LevelOfEachEquivalenceTest = 0.05;
    private const int MostLaunchesWorthNaming = 1000;

    public static IReadOnlyList<TimeJudgement> Judge(IReadOnlyList<RowSample> rows, SpreadPrior? stated = null, AssumedSpread? assumed = null)
    {
        var estimates = rows.Select(Estimate).ToArray();
        var priors = rows.Zip(estimates).GroupBy(row => row.First.Quantity).ToDictionary(same => same.Key, same => SpreadPrior.Estimate(
            same.Where(row => row.Second.DegreesOfFreedom > 0).Select(row => (row.Second.Variance, row.Second.DegreesOfFreedom))));
        var tests = rows.Select((row, i) => Test(row, estimates[i], priors[row.Quantity], stated, row.Quantity == Quantity.Time ? assumed : AssumedSpread.OfRatios)).ToArray();
        var slower = Correct(rows, tests, test => test.PSlower, MultipleTesting.BenjaminiHochberg);
        var faster = Correct(rows, tests, test => test.PFaster, MultipleTesting.BenjaminiHochberg);
        var fails = Correct(rows, tests, test => test.PFails, MultipleTesting.Holm);
        var student = new Student();
        return [.. rows.Select((row, i) => Conclude(student, row, estimates[i], tests[i], slower[i], faster[i], fails[i]))];
    }

    private static RowEstimate Estimate(RowSample row)
    {
        var baseline = LogMoments.From(row.Baseline, row.BaselineSummaries);
        var candidate = LogMoments.From(row.Candidate, row.CandidateSummaries);
        if (row.Units.Count > 0)
            return EstimateOfUnits(row, baseline.Mean);

        LogMoments[] groups = [baseline, candidate, .. row.Study.Where(launches => launches.Count > 1).Select(launches => LogMoments.From(launches, []))];
        var degreesOfFreedom = groups.Sum(group => group.Count - 1);
        var squares = groups.Sum(group => group.SumOfSquares);
        return new(
            baseline.Mean, candidate.Mean - baseline.Mean - row.CommonLogFactor, (1.0 / baseline.Count) + (1.0 / candidate.Count),
            degreesOfFreedom > 0 ? squares / degreesOfFreedom : 0, degreesOfFreedom, Math.Max(baseline.Count, candidate.Count));
    }

    // The typical times need not give a unit's ratio: the ratio is what was measured.
    private static RowEstimate EstimateOfUnits(RowSample row, double baseline)
    {
        double[] units = [.. row.Units];
        if (!units.All(double.IsFinite))
            throw new ArgumentException("A unit's log ratio is a finite number.", nameof(row));
        var degreesOfFreedom = units.Length - 1;
        return new(baseline, units.Average(), 1.0 / units.Length, degreesOfFreedom > 0 ? SumOfSquares(units) / degreesOfFreedom : 0, degreesOfFreedom, units.Length);
    }

    private static double SumOfSquares(double[] logs)
    {
        var mean = logs.Average();
        return logs.Sum(log => (log - mean) * (log - mean));
    }

    private static RowTest Test(RowSample row, RowEstimate estimate, SpreadPrior prior, SpreadPrior? stated, AssumedSpread? assumed)
    {
        var spread = row.IsDeviationUnknown ? null : prior.Moderate(estimate.Variance, estimate.DegreesOfFreedom) ?? stated?.Moderate(0, 0);
        var isAssumed = spread is null && assumed is not null;
        if ((spread ?? assumed?.OfALaunch) is not { } known)
            return RowTest.Impossible;

        var variance = row.SummaryVariance + row.CommonVariance;

        // Launches that agree to the last digit: the clock's resolution is not the truth's.
        var error = Math.Sqrt((Math.Max(known.Variance, LeastVariance) * estimate.Weight) + variance);
        var margin = row.Margin.Log;
        // What fails a check is judged by the row's own spread where that is larger: a row that is noisier than the others must not
        // pass for as quiet as they are. With less than two degrees of freedom it has no spread of its own worth the name.
        var isOwn = estimate.DegreesOfFreedom >= FewestDegreesOfFreedomToFail;
        var larger = Math.Sqrt((Math.Max(isOwn ? estimate.Variance : 0, Math.Max(known.Variance, LeastVariance)) * estimate.Weight) + variance);
        var canFail = isOwn || isAssumed || (stated is not null && estimate.DegreesOfFreedom == 0 && prior.DegreesOfFreedom == 0);
        return new(
            error,
            known.DegreesOfFreedom,
            Student.UpperTail((estimate.LogRatio - margin) / error, known.DegreesOfFreedom),
            Student.UpperTail((-estimate.LogRatio - margin) / error, known.DegreesOfFreedom),
            canFail ? Student.UpperTail((estimate.LogRatio - margin) / larger, known.DegreesOfFreedom) : 1,
            isAssumed);
    }

    // Rows that can't be tested are no tests, and cost the others nothing.
    private static double[] Correct(IReadOnlyList<RowSample> rows, RowTest[] tests, Func<RowTest, double> p, Func<IReadOnlyList<double>, double[]> method)
    {
        var all = new double[tests.Length];
        Array.Fill(all, 1);
        foreach (var family in Enumerable.Range(0, tests.Length).Where(i => tests[i].IsPossible).GroupBy(i => rows[i].Decides).Select(family => family.ToArray()))
        {
            foreach (var (i, adjusted) in family.Zip(method([.. family.Select(i => p(tests[i]))])))
                all[i] = adjusted;
        }

        return all;
    }

    private static TimeJudgement Conclude(
        Student student, RowSample row, RowEstimate estimate, RowTest test, double slower, double faster, double fails)
    {
        var judgement = new TimeJudgement
        {
            BaselineNanoseconds = Math.Exp(estimate.Baseline),
            CandidateNanoseconds = Math.Exp(estimate.Candidate + row.CommonLogFactor),
            Ratio = Math.Exp(estimate.LogRatio),
        };
        if (!test.IsPossible)
            return judgement with { Reason = "one launch a side, and nothing to borrow a spread from" };

        var half = student.Quantile((1 + Confidence) / 2, test.DegreesOfFreedom) * test.Error;
        judgement = judgement with
        {
            Lower = Math.Exp(estimate.LogRatio - half),
            Upper = Math.Exp(estimate.LogRatio + half),
            Spread = test.Error / Math.Sqrt(estimate.Weight),
            P = test.PSlower,
            IsSpreadAssumed = test.IsAssumed,
        };

        var floor = row.Margin.NoiseFloorNanoseconds;
        var change = Math.Exp(estimate.Candidate) - judgement.BaselineNanoseconds;
        // An assumed spread has its caution in its tails, which are wider than those of what was recorded.
        if (Math.Abs(change) >= floor && slower <= FalseDiscoveryRate)
            return judgement with { Verdict = Verdict.Regressed, FailsCheck = row.Decides && fails <= (test.IsAssumed ? FamilyWiseErrorRate : LevelOfFailing) };
        if (Math.Abs(change) >= floor && faster <= FalseDiscoveryRate)
            return judgement with { Verdict = Verdict.Improved };

        // Inside the noise floor is inside the margin, however small the row.
        var inside = Math.Max(row.Margin.Log, Math.Log(1 + (floor / judgement.BaselineNanoseconds)));
        var reach = student.Quantile(1 - LevelOfEachEquivalenceTest, test.DegreesOfFreedom) * test.Error;
        var isInside = Math.Abs(estimate.LogRatio) + reach < inside;
        if (isInside && !row.IsFromTable && !test.IsAssumed)
            return judgement with { Verdict = Verdict.Equivalent };

        return judgement with
        {
            Reason = test.IsAssumed ? "one launch a side, its spread assumed"
                : isInside ? "a table can't show that nothing changed"
                : $"the spread is too large for the number of {(row.Units.Count > 0 ? "units" : "launches")}",
            LaunchesToDecide = row.IsFromTable || test.IsAssumed ? null : LaunchesToDecide(student, row, estimate, test, inside),
        };
    }

    /// <summary>If the ratio stayed what it is: the launches a side at which the interval would clear the margin, or fit inside it.</summary>
    private static int? LaunchesToDecide(Student student, RowSample row, RowEstimate estimate, RowTest test, double margin)
    {
        var distance = Math.Abs(Math.Abs(estimate.LogRatio) - margin);
        var isInside = Math.Abs(estimate.LogRatio) < margin;
        var deviation = test.Error / Math.Sqrt(estimate.Weight);
        var weight = row.Units.Count > 0 ? 1.0 : 2.0;
        var share = isInside ? 1 - LevelOfEachEquivalenceTest : (1 + Confidence) / 2;
        for (var n = estimate.Launches + 1; n <= MostLaunchesWorthNaming; n += n < 20 ? 1 : n / 10)
        {
            if (student.Quantile(share, Math.Max(weight * (n - 1), test.DegreesOfFreedom)) * deviation * Math.Sqrt(weight / n) < distance)
                return n;
        }

        return null;
    }

    /// <summary>Weight: the variance of the log ratio as a multiple of that of a launch, or unit. Launches: of the side that has more.</summary>
    private readonly record struct RowEstimate(double Baseline, double LogRatio, double Weight, double Variance, double DegreesOfFreedom, int Launches)
    {
        public double Candidate => Baseline + LogRatio;
    }

    private readonly record struct RowTest(double Error, double DegreesOfFreedom, double PSlower, double PFaster, double PFails, bool IsAssumed)
    {
        public static RowTest Impossible => default;

        public bool IsPossible => Error > 0;
    }
}

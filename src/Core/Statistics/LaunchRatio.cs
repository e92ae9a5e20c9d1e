namespace Bench.Statistics;

// Each launch measured both interleaved. Lower and Upper are the ends of the 95% confidence interval. Spread is the standard deviation
// of the log ratio between launches, and NaN for one launch.
internal sealed record LaunchRatio(double Ratio, double Lower, double Upper, double Spread, int Launches)
{
    public const double Confidence = 0.95;

    // The standard deviation between launches that is assumed for a single launch, which shows none. With it, 94% of the intervals of
    // single launches cover the mean of the other launches of the published run (docs/explanation/verdicts.md).
    public const double AssumedSpread = 0.03;

    // Two launches borrow from this if the run has only one comparison group.
    private static readonly SpreadPrior Assumed = SpreadPrior.Stated(AssumedSpread, 3);

    public bool IsSignificant => Lower > 1 || Upper < 1;

    public static SpreadPrior EstimatePrior(IEnumerable<IEnumerable<IReadOnlyList<PairedRatio>>> categories) =>
        EstimatePrior(categories.Select(category => category.Where(launches => launches.Count > 0).Select(Moments)));

    public static SpreadPrior EstimatePrior(IEnumerable<IEnumerable<LogMoments>> categories) =>
        SpreadPrior.EstimateOfRatios(
            categories.Select(category =>
                category.Where(launches => launches.Count > 1).Select(launches => (Variance(launches), launches.Count - 1.0))
            )
        );

    public static LaunchRatio? Create(IReadOnlyList<PairedRatio> launches, SpreadPrior prior) =>
        launches.Count == 0 ? null : Create(Moments(launches), launches[0].StandardError, prior);

    // Student's t over launches. The spread is moderated by the other variants of the run (Smyth 2004).
    // The standard error is only used for a single launch.
    public static LaunchRatio Create(LogMoments launches, double standardError, SpreadPrior prior)
    {
        double variance,
            degreesOfFreedom;
        if (launches.Count == 1)
        {
            // One process shows nothing of the difference between processes.
            variance = (AssumedSpread * AssumedSpread) + (standardError * standardError);
            degreesOfFreedom = double.PositiveInfinity;
        }
        else
        {
            var own = (Variance: Variance(launches), DegreesOfFreedom: launches.Count - 1.0);
            var lender = launches.Count == 2 && prior.DegreesOfFreedom <= 0 ? Assumed : prior;
            (variance, degreesOfFreedom) = lender.Moderate(own.Variance, own.DegreesOfFreedom) ?? own;
        }

        var half = new Student().Quantile((1 + Confidence) / 2, degreesOfFreedom) * Math.Sqrt(variance / launches.Count);
        return new(
            Math.Exp(launches.Mean),
            Math.Exp(launches.Mean - half),
            Math.Exp(launches.Mean + half),
            launches.Count > 1 ? Math.Sqrt(Variance(launches)) : double.NaN,
            launches.Count
        );
    }

    public static LogMoments Moments(IReadOnlyList<PairedRatio> launches)
    {
        var mean = launches.Average(launch => launch.LogRatio);
        return new(mean, launches.Sum(launch => (launch.LogRatio - mean) * (launch.LogRatio - mean)), launches.Count);
    }

    private static double Variance(LogMoments launches) => launches.SumOfSquares / (launches.Count - 1);
}

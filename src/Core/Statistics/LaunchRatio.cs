namespace Bench.Statistics;

/// <summary>The ratio of an alternative to its baseline over the launches of a run, each of which measured both interleaved.</summary>
/// <param name="Lower">The lower end of the 95 % confidence interval.</param>
/// <param name="Spread">The standard deviation between launches of the logarithm of the ratio; NaN for one launch.</param>
internal sealed record LaunchRatio(double Ratio, double Lower, double Upper, double Spread, int Launches)
{
    public const double Confidence = 0.95;

    /// <summary>
    /// The standard deviation between launches that stands for one launch, which shows none: with it, 94 % of the intervals of single
    /// launches hold what the other launches of the published run say (docs/explanation/verdicts.md).
    /// </summary>
    public const double AssumedSpread = 0.03;

    /// <summary>What two launches borrow from where there is nothing else: a run of one category.</summary>
    private static readonly SpreadPrior Assumed = SpreadPrior.Stated(AssumedSpread, 3);

    public bool IsSignificant => Lower > 1 || Upper < 1;

    /// <summary>What the alternatives of a run say together about the spread between launches; each borrows from it.</summary>
    /// <param name="categories">The launches of the alternatives of each baseline.</param>
    /// <returns>The prior; none where too few alternatives have several launches.</returns>
    public static SpreadPrior EstimatePrior(IEnumerable<IEnumerable<IReadOnlyList<PairedRatio>>> categories) =>
        EstimatePrior(categories.Select(category => category.Where(launches => launches.Count > 0).Select(Moments)));

    /// <param name="categories">The logarithms of the ratios of the alternatives of each baseline.</param>
    public static SpreadPrior EstimatePrior(IEnumerable<IEnumerable<LogMoments>> categories) =>
        SpreadPrior.EstimateOfRatios(
            categories.Select(category =>
                category.Where(launches => launches.Count > 1).Select(launches => (Variance(launches), launches.Count - 1.0))
            )
        );

    /// <returns>The ratio; null where no launch measured both.</returns>
    public static LaunchRatio? Create(IReadOnlyList<PairedRatio> launches, SpreadPrior prior) =>
        launches.Count == 0 ? null : Create(Moments(launches), launches[0].StandardError, prior);

    /// <summary>
    /// The interval by Student's t over launches, the spread moderated by the other alternatives of the run (Smyth 2004).
    /// </summary>
    /// <param name="launches">The logarithms of the ratios.</param>
    /// <param name="standardError">Within the only launch; of several it says nothing.</param>
    public static LaunchRatio Create(LogMoments launches, double standardError, SpreadPrior prior)
    {
        double variance,
            degreesOfFreedom;
        if (launches.Count == 1)
        {
            // One process shows nothing of what differs between processes.
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

    /// <param name="launches">One or more.</param>
    public static LogMoments Moments(IReadOnlyList<PairedRatio> launches)
    {
        var mean = launches.Average(launch => launch.LogRatio);
        return new(mean, launches.Sum(launch => (launch.LogRatio - mean) * (launch.LogRatio - mean)), launches.Count);
    }

    private static double Variance(LogMoments launches) => launches.SumOfSquares / (launches.Count - 1);
}

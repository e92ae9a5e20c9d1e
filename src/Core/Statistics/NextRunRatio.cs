namespace Bench.Statistics;

// The ratio expected in the next complete run: the mean over runs with a 95% prediction interval. The run is a random effect (Higgins,
// Thompson and Spiegelhalter 2009). The interval of one run's launches often excludes the mean of a run at another hour.
internal sealed record NextRunRatio(double Ratio, double Lower, double Upper, int Runs, int Launches)
{
    // The standard deviation between complete runs, beyond the spread of their launches, that is assumed for a single run
    // (docs/explanation/verdicts.md).
    public const double AssumedSpread = 0.015;

    public bool IsSignificant => Lower > 1 || Upper < 1;

    // Takes per category and variant the log ratios of the launches of each run.
    public static SpreadPrior EstimatePrior(IEnumerable<IEnumerable<IReadOnlyList<IReadOnlyList<double>>>> categories) =>
        SpreadPrior.EstimateOfRatios(
            categories.Select(category =>
                category.Select(runs => Means(runs)).Where(means => means.Length > 1).Select(means => (Variance(means), means.Length - 1.0))
            )
        );

    // `runs` are the log ratios of the launches of each run. Null if no run has a launch.
    public static NextRunRatio? Create(IReadOnlyList<IReadOnlyList<double>> runs, SpreadPrior betweenRuns, SpreadPrior betweenLaunches)
    {
        var means = Means(runs);
        if (means.Length == 0)
            return null;

        var mean = means.Average();
        // A run's mean is known no better than its launches allow, however close the means of two runs happen to be.
        var (within, withinFreedom) = Within(runs, betweenLaunches);
        double variance,
            degreesOfFreedom;
        if (means.Length > 1 && betweenRuns.Moderate(Variance(means), means.Length - 1) is { } moderated)
        {
            (variance, degreesOfFreedom) = moderated.Variance >= within ? moderated : (within, withinFreedom);
        }
        else
        {
            (variance, degreesOfFreedom) = (within + (AssumedSpread * AssumedSpread), withinFreedom);
        }

        var half = new Student().Quantile(0.975, degreesOfFreedom) * Math.Sqrt(variance * (1 + (1.0 / means.Length)));
        return new(Math.Exp(mean), Math.Exp(mean - half), Math.Exp(mean + half), means.Length, runs.Sum(run => run.Count));
    }

    // The variance of a run's mean that its launches show.
    private static (double Variance, double DegreesOfFreedom) Within(IReadOnlyList<IReadOnlyList<double>> runs, SpreadPrior prior)
    {
        var several = runs.Where(run => run.Count > 1).ToArray();
        var degreesOfFreedom = several.Sum(run => run.Count - 1);
        var own = degreesOfFreedom == 0 ? 0 : several.Sum(run => Variance(run) * (run.Count - 1)) / degreesOfFreedom;
        var launches = runs.Where(run => run.Count > 0).Average(run => run.Count);
        var (variance, freedom) = prior.Moderate(own, degreesOfFreedom)
            ?? (LaunchRatio.AssumedSpread * LaunchRatio.AssumedSpread, double.PositiveInfinity);
        return (variance / launches, freedom);
    }

    private static double[] Means(IReadOnlyList<IReadOnlyList<double>> runs) =>
        [.. runs.Where(run => run.Count > 0).Select(run => run.Average())];

    public static double Variance(IReadOnlyList<double> values)
    {
        var mean = values.Average();
        return values.Sum(value => (value - mean) * (value - mean)) / (values.Count - 1);
    }
}

namespace Bench.Statistics;

/// <summary>
/// What the next complete run is expected to say of a ratio: the mean over runs with a prediction interval, in which the run is a random
/// effect (Higgins, Thompson and Spiegelhalter 2009). An interval of one run's launches holds that run's mean; another hour's is often
/// outside of it.
/// </summary>
/// <param name="Lower">The lower end of the 95 % prediction interval.</param>
internal sealed record NextRunRatio(double Ratio, double Lower, double Upper, int Runs, int Launches)
{
    /// <summary>
    /// The standard deviation between complete runs, beyond what their launches show, that stands where there is one run
    /// (docs/explanation/verdicts.md).
    /// </summary>
    public const double AssumedSpread = 0.015;

    public bool IsSignificant => Lower > 1 || Upper < 1;

    /// <summary>What the alternatives say together about the spread between runs.</summary>
    /// <param name="categories">The log ratios of each alternative to each baseline: those of the launches of each run.</param>
    /// <returns>The prior; none where too few have several runs.</returns>
    public static SpreadPrior EstimatePrior(IEnumerable<IEnumerable<IReadOnlyList<IReadOnlyList<double>>>> categories) =>
        SpreadPrior.EstimateOfRatios(
            categories.Select(category =>
                category.Select(runs => Means(runs)).Where(means => means.Length > 1).Select(means => (Variance(means), means.Length - 1.0))
            )
        );

    /// <summary>The mean over runs with its prediction interval.</summary>
    /// <param name="runs">The log ratios of the launches of each run.</param>
    /// <param name="betweenLaunches">What the launches within runs say together about their spread.</param>
    /// <returns>The ratio; null where no run has a launch.</returns>
    public static NextRunRatio? Create(IReadOnlyList<IReadOnlyList<double>> runs, SpreadPrior betweenRuns, SpreadPrior betweenLaunches)
    {
        var means = Means(runs);
        if (means.Length == 0)
            return null;

        var mean = means.Average();
        // The launches of a run are what its mean is known by: no run's mean is known better than that, however near two of them happen to
        // lie.
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

    /// <summary>The variance of a run's mean that its launches show.</summary>
    private static (double Variance, double DegreesOfFreedom) Within(IReadOnlyList<IReadOnlyList<double>> runs, SpreadPrior prior)
    {
        var several = runs.Where(run => run.Count > 1).ToArray();
        var degreesOfFreedom = several.Sum(run => run.Count - 1);
        var own = degreesOfFreedom == 0 ? 0 : several.Sum(run => Variance(run) * (run.Count - 1)) / degreesOfFreedom;
        var launches = runs.Where(run => run.Count > 0).Average(run => run.Count);
        var (variance, freedom) =
            prior.Moderate(own, degreesOfFreedom) ?? (LaunchRatio.AssumedSpread * LaunchRatio.AssumedSpread, double.PositiveInfinity);
        return (variance / launches, freedom);
    }

    private static double[] Means(IReadOnlyList<IReadOnlyList<double>> runs) =>
        [.. runs.Where(run => run.Count > 0).Select(run => run.Average())];

    /// <summary>The variance of a sample of at least two values.</summary>
    public static double Variance(IReadOnlyList<double> values)
    {
        var mean = values.Average();
        return values.Sum(value => (value - mean) * (value - mean)) / (values.Count - 1);
    }
}

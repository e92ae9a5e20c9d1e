namespace Bench.Statistics;

/// <summary>
/// What a machine class that was not measured is expected to say of a ratio: the mean over the measured classes with a 95 % prediction
/// interval, in which the class is a random effect (Higgins, Thompson and Spiegelhalter 2009). Two or three classes show little of their
/// own spread, so that each ratio borrows from the others (Smyth 2004).
/// </summary>
/// <param name="Lower">The lower end of the prediction interval.</param>
/// <param name="Machines">How many classes measured it.</param>
internal sealed record AnotherMachineRatio(double Ratio, double Lower, double Upper, int Machines)
{
    /// <summary>The standard deviation that is assumed of the difference of a log ratio between two classes.</summary>
    private const double AssumedDifference = 0.2;

    /// <summary>
    /// What stands where no ratio was measured on two classes: complete runs of one code on a Zen 1 and on a Zen 5 differed by 14 % in the
    /// median ratio, and by 58 % in one ratio of ten.
    /// </summary>
    public static SpreadPrior Assumed { get; } = SpreadPrior.Stated(AssumedDifference / Math.Sqrt(2), 4);

    /// <summary>What all ratios say together about the spread between machine classes.</summary>
    /// <param name="categories">Of each category the logarithms of its ratios, one for each class that measured it.</param>
    /// <returns>The prior; none where too few were measured on two classes.</returns>
    public static SpreadPrior EstimatePrior(IEnumerable<IEnumerable<IReadOnlyList<double>>> categories) =>
        SpreadPrior.EstimateOfRatios(
            categories.Select(category =>
                category.Where(machines => machines.Count > 1).Select(machines => (NextRunRatio.Variance(machines), machines.Count - 1.0))
            )
        );

    /// <param name="machines">The logarithms of the ratio on each class; what a class's own runs vary by is part of their spread.</param>
    /// <param name="prior">What the ratios say together.</param>
    /// <returns>The ratio; null where no class measured it.</returns>
    public static AnotherMachineRatio? Create(IReadOnlyList<double> machines, SpreadPrior prior)
    {
        if (machines.Count == 0)
            return null;
        var own = machines.Count > 1 ? NextRunRatio.Variance(machines) : 0;
        var lender = prior.DegreesOfFreedom > 0 ? prior : Assumed;
        var (variance, degreesOfFreedom) = lender.Moderate(own, machines.Count - 1)
            ?? throw new InvalidOperationException("A prior knows a variance.");
        var mean = machines.Average();
        var half = new Student().Quantile(0.975, degreesOfFreedom) * Math.Sqrt(variance * (1 + (1.0 / machines.Count)));
        return new(Math.Exp(mean), Math.Exp(mean - half), Math.Exp(mean + half), machines.Count);
    }
}

namespace Bench.Statistics;

// The ratio expected on a machine class that was not measured: the mean over the measured classes with a 95% prediction interval.
// The class is a random effect (Higgins, Thompson and Spiegelhalter 2009). Two or three classes show little of their own spread,
// so each ratio borrows from the others (Smyth 2004). Machines is the number of classes that measured the ratio.
internal sealed record AnotherMachineRatio(double Ratio, double Lower, double Upper, int Machines)
{
    // The assumed standard deviation of the difference of a log ratio between two classes.
    private const double AssumedDifference = 0.2;

    // Used if no ratio was measured on two classes. The source is complete runs of the same code on a Zen 1 and a Zen 5. They differed by
    // 14% in the median ratio, and by 58% in one ratio of ten.
    public static SpreadPrior Assumed { get; } = SpreadPrior.Stated(AssumedDifference / Math.Sqrt(2), 4);

    // Takes per category the log ratios, one list per variant with one value per class.
    public static SpreadPrior EstimatePrior(IEnumerable<IEnumerable<IReadOnlyList<double>>> categories) =>
        SpreadPrior.EstimateOfRatios(
            categories.Select(category =>
                category.Where(machines => machines.Count > 1).Select(machines => (NextRunRatio.Variance(machines), machines.Count - 1.0))
            )
        );

    // `machines` are the log ratio on each class. Their spread includes the spread between the runs of one class.
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

namespace Bench.Statistics;

// The change of a benchmark over machines, of which the measured ones are a sample: the mean of their log ratios, with Student's t over
// machines. For equal weights that is the interval of Hartung and Knapp ("On tests of the overall treatment effect in meta-analysis
// with normally distributed responses", Statistics in Medicine 20, 2001) and of Sidik and Jonkman (2002). It is never narrower than
// the machines' own errors imply (Röver, Knapp and Friede, BMC Medical Research Methodology 15:99, 2015). Two or three machines
// estimate the variance between them poorly, so that of the other benchmarks moderates it (SpreadPrior). If the benchmark's own
// variance is larger, it is used with its own degrees of freedom: a change that depends on the machine must not be hidden.
internal sealed class MachineEffect
{
    private readonly TimeEvidence[] machines;
    private readonly double within;

    public MachineEffect(IReadOnlyCollection<TimeEvidence> machines)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(machines.Count, 2);
        this.machines = [.. machines];
        LogRatio = machines.Average(machine => machine.LogRatio);
        BetweenVariance = machines.Sum(machine => Square(machine.LogRatio - LogRatio)) / (machines.Count - 1);
        within = machines.Average(machine => Square(machine.Error));
    }

    public double LogRatio { get; }

    // It has one degree of freedom fewer than there are machines.
    public double BetweenVariance { get; }

    public int Machines => machines.Length;

    public (double Error, double DegreesOfFreedom) Error(SpreadPrior prior)
    {
        var own = (Variance: BetweenVariance, DegreesOfFreedom: machines.Length - 1.0);
        var moderated = prior.Moderate(own.Variance, own.DegreesOfFreedom)!.Value;
        // A larger spread than the other benchmarks' is only known from these machines.
        var (variance, degreesOfFreedom) = own.Variance > moderated.Variance ? own : moderated;
        return variance >= within
            ? (Math.Sqrt(variance / machines.Length), degreesOfFreedom)
            : (Math.Sqrt(within / machines.Length), WithinDegreesOfFreedom());
    }

    // The p value of the hypothesis that the true ratio is the same on all machines. It is Cochran's Q ("The combination of estimates
    // from different experiments", Biometrics 10, 1954). Welch's correction ("On the comparison of several mean values", Biometrika 38,
    // 1951) allows for errors that are themselves estimates.
    public double PSame()
    {
        var k = machines.Length;
        double[] weights = [.. machines.Select(machine => 1 / Square(machine.Error))];
        var all = weights.Sum();
        var mean = machines.Zip(weights, (machine, weight) => weight * machine.LogRatio).Sum() / all;
        var q = machines.Zip(weights, (machine, weight) => weight * Square(machine.LogRatio - mean)).Sum();
        var lambda = machines.Zip(weights, (machine, weight) => Square(1 - (weight / all)) / machine.DegreesOfFreedom).Sum();
        var f = q / (k - 1) / (1 + (2.0 * (k - 2) / (Square(k) - 1) * lambda));
        var denominator = Math.Min((Square(k) - 1) / (3 * lambda), MaxDegreesOfFreedom);
        return 1 - MathNet.Numerics.Distributions.FisherSnedecor.CDF(k - 1, denominator, f);
    }

    // Stands for infinity, which the distribution's function does not accept.
    private const double MaxDegreesOfFreedom = 1e6;

    // Welch and Satterthwaite.
    private double WithinDegreesOfFreedom() =>
        Square(machines.Sum(machine => Square(machine.Error)))
        / machines.Sum(machine => Square(Square(machine.Error)) / machine.DegreesOfFreedom);

    private static double Square(double value) => value * value;
}

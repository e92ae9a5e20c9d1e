namespace Bench.Statistics;

/// <summary>
/// The change of a benchmark over machines, of which those measured are a sample: the mean of the machines' log ratios, with Student's t
/// over machines, which is the interval of Hartung and Knapp ("On tests of the overall treatment effect in meta-analysis with normally
/// distributed responses", Statistics in Medicine 20, 2001) and of Sidik and Jonkman (2002) for equal weights. It is never narrower than
/// what the machines' own errors leave (Röver, Knapp and Friede, BMC Medical Research Methodology 15:99, 2015). The variance between
/// machines, of which two or three know little, is moderated by that of the other benchmarks (<see cref="SpreadPrior"/>), and the
/// benchmark's own, with its own degrees of freedom, where that is larger: what depends on the machine must not pass for what does not.
/// </summary>
internal sealed class MachineEffect
{
    private readonly TimeEvidence[] machines;
    private readonly double within;

    /// <param name="machines">What each machine says, of two at least.</param>
    public MachineEffect(IReadOnlyCollection<TimeEvidence> machines)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(machines.Count, 2);
        this.machines = [.. machines];
        LogRatio = machines.Average(machine => machine.LogRatio);
        BetweenVariance = machines.Sum(machine => Square(machine.LogRatio - LogRatio)) / (machines.Count - 1);
        within = machines.Average(machine => Square(machine.Error));
    }

    public double LogRatio { get; }

    /// <summary>The variance of the machines' log ratios, with one degree of freedom fewer than there are machines.</summary>
    public double BetweenVariance { get; }

    public int Machines => machines.Length;

    /// <summary>The standard error of the mean, and what it is known by.</summary>
    /// <param name="prior">What all benchmarks together say of <see cref="BetweenVariance"/>.</param>
    public (double Error, double DegreesOfFreedom) Error(SpreadPrior prior)
    {
        var own = (Variance: BetweenVariance, DegreesOfFreedom: machines.Length - 1.0);
        var moderated = prior.Moderate(own.Variance, own.DegreesOfFreedom)!.Value;
        // What the others don't share is known by these machines alone.
        var (variance, degreesOfFreedom) = own.Variance > moderated.Variance ? own : moderated;
        return variance >= within
            ? (Math.Sqrt(variance / machines.Length), degreesOfFreedom)
            : (Math.Sqrt(within / machines.Length), WithinDegreesOfFreedom());
    }

    /// <summary>
    /// The chance of machines that differ by as much as these if the true ratio were the same on all: Cochran's Q ("The combination of
    /// estimates from different experiments", Biometrics 10, 1954), with the correction of Welch ("On the comparison of several mean
    /// values", Biometrika 38, 1951) for errors that are estimates themselves.
    /// </summary>
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

    /// <summary>As good as infinitely many, which the distribution's function does not take.</summary>
    private const double MaxDegreesOfFreedom = 1e6;

    // Welch and Satterthwaite.
    private double WithinDegreesOfFreedom() =>
        Square(machines.Sum(machine => Square(machine.Error)))
        / machines.Sum(machine => Square(Square(machine.Error)) / machine.DegreesOfFreedom);

    private static double Square(double value) => value * value;
}

using MathNet.Numerics;

namespace Bench.Statistics;

// The benchmarks of a run together estimate the spread between launches, so that a benchmark with few launches can borrow from the
// others. This is the scaled inverse chi-square prior of Smyth, "Linear models and empirical Bayes methods for assessing differential
// expression in microarray experiments", Statistical Applications in Genetics and Molecular Biology 3 (2004), section 6.2. One thing
// differs: the prior is weaker by one standard error.
internal sealed record SpreadPrior
{
    private const int MinBenchmarks = 3;

    // The correlation between the variances of two ratios to the same baseline. It is 0.25 if the baseline spreads as much as the others,
    // and 1 if only the baseline spreads.
    private const double CorrelationByBaseline = 0.5;

    private SpreadPrior(double variance, double degreesOfFreedom, double maxDegreesOfFreedom)
    {
        Variance = variance;
        DegreesOfFreedom = degreesOfFreedom;
        MaxDegreesOfFreedom = maxDegreesOfFreedom;
    }

    public static SpreadPrior None { get; } = new(0, 0, 0);

    // The prior variance of a launch's log time.
    public double Variance { get; }

    // The prior's strength (d0 in the paper). It is infinite if all benchmarks spread alike.
    public double DegreesOfFreedom { get; }

    // The degrees of freedom of all benchmarks together. A moderated variance cannot have more.
    public double MaxDegreesOfFreedom { get; }

    // Takes the variance of a launch's log time and its degrees of freedom for each benchmark. Returns None for fewer than three
    // benchmarks, or if the launches of half of them agree exactly.
    public static SpreadPrior Estimate(IEnumerable<(double Variance, double DegreesOfFreedom)> benchmarks) =>
        EstimateOfRatios(benchmarks.Select(benchmark => new[] { benchmark }));

    // Ratios to the same baseline share its spread, so together they have fewer degrees of freedom than independent ones.
    public static SpreadPrior EstimateOfRatios(IEnumerable<IEnumerable<(double Variance, double DegreesOfFreedom)>> categories)
    {
        (double Variance, double DegreesOfFreedom)[][] all =
        [
            .. categories.Select(category => category.Where(benchmark => benchmark.DegreesOfFreedom > 0).ToArray()),
        ];
        (double Variance, double DegreesOfFreedom)[] known = [.. all.SelectMany(category => category)];
        if (known.Length < MinBenchmarks)
            return None;

        // A benchmark whose launches agree to the last digit would pull the mean of the logarithms to minus infinity.
        var median = known.Select(benchmark => benchmark.Variance).Order().ElementAt(known.Length / 2);
        if (median <= 0)
            return None;

        double[] logs =
        [
            .. known.Select(benchmark =>
                Math.Log(Math.Max(benchmark.Variance, 1e-5 * median))
                - SpecialFunctions.DiGamma(benchmark.DegreesOfFreedom / 2)
                + Math.Log(benchmark.DegreesOfFreedom / 2)
            ),
        ];
        var mean = logs.Average();
        double[] squares = [.. logs.Select(log => (log - mean) * (log - mean))];
        // With few launches each, benchmarks look alike by chance. One that really spreads more would then be judged by too small a spread.
        // Therefore the prior is one standard error weaker than Smyth's estimate.
        var center = squares.Average();
        var caution = Math.Sqrt(squares.Average(square => (square - center) * (square - center)) / squares.Length);
        var spread =
            (squares.Sum() / (squares.Length - 1)) - known.Average(benchmark => Trigamma(benchmark.DegreesOfFreedom / 2)) + caution;
        // Satterthwaite, for a sum of correlated variances.
        var degreesOfFreedom = all.Sum(category =>
            category.Sum(benchmark => benchmark.DegreesOfFreedom) / (1 + (Math.Max(0, category.Length - 1) * CorrelationByBaseline))
        );
        if (spread <= 0)
            return new(Math.Exp(mean), double.PositiveInfinity, degreesOfFreedom);

        var half = InverseTrigamma(spread);
        return new(Math.Exp(mean + SpecialFunctions.DiGamma(half) - Math.Log(half)), 2 * half, degreesOfFreedom);
    }

    // A spread that the user states or that is assumed: a relative standard deviation between launches (0.05 = 5%).
    public static SpreadPrior Stated(double relative, double degreesOfFreedom = double.PositiveInfinity)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(relative);
        return new(relative * relative, degreesOfFreedom, double.PositiveInfinity);
    }

    // Combines the benchmark's own variance with the prior. Without degrees of freedom its own is ignored.
    // Null if neither has any.
    public (double Variance, double DegreesOfFreedom)? Moderate(double own, double degreesOfFreedom)
    {
        if (DegreesOfFreedom <= 0)
            return degreesOfFreedom > 0 ? (own, degreesOfFreedom) : null;

        var variance = double.IsPositiveInfinity(DegreesOfFreedom)
            ? Variance
            : ((DegreesOfFreedom * Variance) + (degreesOfFreedom * own)) / (DegreesOfFreedom + degreesOfFreedom);
        return (variance, Math.Min(DegreesOfFreedom + degreesOfFreedom, Math.Max(MaxDegreesOfFreedom, degreesOfFreedom)));
    }

    // The second derivative of ln Γ, for positive x: recurrence up to 20, then the asymptotic series (Abramowitz and Stegun 6.4.12).
    internal static double Trigamma(double x)
    {
        var sum = 0.0;
        for (; x < 20; x++)
            sum += 1 / (x * x);
        var square = 1 / (x * x);
        return sum
            + (1 / x)
            + (square / 2)
            + (square / x * ((1.0 / 6) - (square * ((1.0 / 30) - (square * ((1.0 / 42) - (square / 30)))))));
    }

    // Newton's method on 1 / trigamma, for positive y, as in Smyth's appendix.
    internal static double InverseTrigamma(double y)
    {
        if (y > 1e7)
            return 1 / Math.Sqrt(y);
        if (y < 1e-6)
            return 1 / y;

        var x = 0.5 + (1 / y);
        for (var i = 0; i < 50; i++)
        {
            var trigamma = Trigamma(x);
            var step = trigamma * (1 - (trigamma / y)) / Tetragamma(x);
            x += step;
            if (-step / x < 1e-10)
                break;
        }

        return x;
    }

    private static double Tetragamma(double x)
    {
        var sum = 0.0;
        for (; x < 20; x++)
            sum -= 2 / (x * x * x);
        var square = 1 / (x * x);
        return sum - (square * (1 + (1 / x) + (square * (0.5 - (square * ((1.0 / 6) - (square * ((1.0 / 6) - (square * 0.3)))))))));
    }
}

using MathNet.Numerics;

namespace Bench.Statistics;

/// <summary>
/// What the benchmarks of a run say together about the spread between launches, so that a benchmark with few launches can borrow from the
/// others: the scaled inverse chi-square prior of Smyth, "Linear models and empirical Bayes methods for assessing differential
/// expression in microarray experiments", Statistical Applications in Genetics and Molecular Biology 3 (2004), section 6.2, with one
/// change: the prior is one standard error weaker.
/// </summary>
internal sealed record SpreadPrior
{
    private const int MinBenchmarks = 3;

    /// <summary>
    /// The correlation of the variances of two ratios to one baseline: 0.25 where the baseline spreads as the others do, 1 where it alone
    /// does.
    /// </summary>
    private const double CorrelationByBaseline = 0.5;

    private SpreadPrior(double variance, double degreesOfFreedom, double maxDegreesOfFreedom)
    {
        Variance = variance;
        DegreesOfFreedom = degreesOfFreedom;
        MaxDegreesOfFreedom = maxDegreesOfFreedom;
    }

    public static SpreadPrior None { get; } = new(0, 0, 0);

    /// <summary>The prior's variance of a launch's log time, d0 degrees of freedom strong.</summary>
    public double Variance { get; }

    /// <summary>The prior's strength d0, in degrees of freedom; may be infinite where all benchmarks spread alike.</summary>
    public double DegreesOfFreedom { get; }

    /// <summary>All degrees of freedom that the benchmarks have together: a benchmark can't know more than that.</summary>
    public double MaxDegreesOfFreedom { get; }

    /// <summary>Estimates the prior from the variances of benchmarks.</summary>
    /// <param name="benchmarks">Variance of a launch's log time and its degrees of freedom, of each benchmark that has at least
    /// one.</param>
    /// <returns>The prior; <see cref="None"/> for fewer than three benchmarks, and where benchmarks spread so differently that none can
    /// speak for another.</returns>
    public static SpreadPrior Estimate(IEnumerable<(double Variance, double DegreesOfFreedom)> benchmarks) =>
        EstimateOfRatios(benchmarks.Select(benchmark => new[] { benchmark }));

    /// <summary>The same for ratios, of which those to one baseline know less together than as many others: its spread is in all.</summary>
    /// <param name="categories">The ratios to each baseline, of the same launches.</param>
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
        // Benchmarks look alike by chance when each has few launches; then a benchmark that really spreads more is judged by a spread that
        // is not its own. So the prior is taken one standard error weaker than Smyth's estimate.
        var center = squares.Average();
        var caution = Math.Sqrt(squares.Average(square => (square - center) * (square - center)) / squares.Length);
        var spread =
            (squares.Sum() / (squares.Length - 1)) - known.Average(benchmark => Trigamma(benchmark.DegreesOfFreedom / 2)) + caution;
        // Satterthwaite, of a sum of correlated variances.
        var degreesOfFreedom = all.Sum(category =>
            category.Sum(benchmark => benchmark.DegreesOfFreedom) / (1 + (Math.Max(0, category.Length - 1) * CorrelationByBaseline))
        );
        if (spread <= 0)
            return new(Math.Exp(mean), double.PositiveInfinity, degreesOfFreedom);

        var half = InverseTrigamma(spread);
        return new(Math.Exp(mean + SpecialFunctions.DiGamma(half) - Math.Log(half)), 2 * half, degreesOfFreedom);
    }

    /// <summary>A spread that is stated and not estimated: by the user, or assumed.</summary>
    /// <param name="relative">The standard deviation between launches, relative (0.05 = 5 %), above 0.</param>
    /// <param name="degreesOfFreedom">How strong it is; infinite as if it were known.</param>
    /// <returns>A prior that stands for every benchmark without a spread of its own.</returns>
    public static SpreadPrior Stated(double relative, double degreesOfFreedom = double.PositiveInfinity)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(relative);
        return new(relative * relative, degreesOfFreedom, double.PositiveInfinity);
    }

    /// <summary>The variance of a launch's log time for one benchmark, its own and the borrowed put together.</summary>
    /// <param name="own">The benchmark's own variance; ignored without degrees of freedom.</param>
    /// <param name="degreesOfFreedom">Its degrees of freedom, 0 for a single launch on each side.</param>
    /// <returns>The variance with its degrees of freedom; null where neither the benchmark nor the others know any.</returns>
    public (double Variance, double DegreesOfFreedom)? Moderate(double own, double degreesOfFreedom)
    {
        if (DegreesOfFreedom <= 0)
            return degreesOfFreedom > 0 ? (own, degreesOfFreedom) : null;

        var variance = double.IsPositiveInfinity(DegreesOfFreedom)
            ? Variance
            : ((DegreesOfFreedom * Variance) + (degreesOfFreedom * own)) / (DegreesOfFreedom + degreesOfFreedom);
        return (variance, Math.Min(DegreesOfFreedom + degreesOfFreedom, Math.Max(MaxDegreesOfFreedom, degreesOfFreedom)));
    }

    /// <summary>
    /// The second derivative of ln Γ, for positive x: recurrence up to 20, then the asymptotic series (Abramowitz and Stegun 6.4.12).
    /// </summary>
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

    /// <summary>The x whose <see cref="Trigamma"/> is y, for positive y: Newton's method on 1 / trigamma, as in Smyth's appendix.</summary>
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

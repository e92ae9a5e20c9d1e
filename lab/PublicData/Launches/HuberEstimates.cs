using System.Collections.Concurrent;
using Bench.Statistics;
using MathNet.Numerics;
using MathNet.Numerics.Statistics;

namespace Lab.PublicData.Launches;

/// <summary>
/// Huber's location of each build's launches (1964): a launch counts in full within 1.5 robust deviations. The deviation is a low
/// quantile of the differences within each build, as in Qn (Rousseeuw and Croux 1993). Those of the other benchmarks moderate it.
/// </summary>
internal static class HuberEstimates
{
    private const double Reach = 1.5,
        QuantileOfDifferences = 0.4,
        MinDeviation = 1e-5;

    private const int Simulated = 4000;

    private static readonly ConcurrentDictionary<int, (double Factor, double DegreesOfFreedom)> Calibrations = new();

    public static LogRatioEstimate[] Of((double[] Baseline, double[] Candidate)[] sides)
    {
        var launches = sides[0].Baseline.Length;
        var (factor, degreesOfFreedom) = Calibrations.GetOrAdd(launches, Calibrate);
        double[] robust =
        [
            .. sides.Select(side => factor * Math.Pow(Math.Max(Difference(side.Baseline, side.Candidate), MinDeviation), 2)),
        ];
        var prior = SpreadPrior.Estimate(robust.Select(variance => (variance, degreesOfFreedom)));
        var logRatios = new double[sides.Length];
        var variances = new double[sides.Length];
        for (var i = 0; i < sides.Length; i++)
        {
            var reach = Reach * Math.Sqrt(prior.Moderate(robust[i], degreesOfFreedom)!.Value.Variance);
            double baseline = Location(sides[i].Baseline, reach),
                candidate = Location(sides[i].Candidate, reach);
            double[] residuals = [.. sides[i].Baseline.Select(log => log - baseline), .. sides[i].Candidate.Select(log => log - candidate)];
            var inside = residuals.Count(residual => Math.Abs(residual) <= reach) / (double)residuals.Length;
            var squares = residuals.Sum(residual => Math.Pow(Math.Min(Math.Abs(residual), reach), 2));
            logRatios[i] = candidate - baseline;
            variances[i] = squares / (2 * (launches - 1)) / Math.Pow(Math.Max(inside, 0.5), 2);
        }

        return OtherEstimates.Moderated(sides, logRatios, variances);
    }

    internal static double Location(double[] values, double reach)
    {
        var location = values.Median();
        for (var i = 0; i < 30; i++)
        {
            double[] weights = [.. values.Select(value => Math.Min(1, reach / Math.Max(Math.Abs(value - location), double.Epsilon)))];
            var next = values.Zip(weights, (value, weight) => value * weight).Sum() / weights.Sum();
            if (Math.Abs(next - location) < 1e-9)
                return next;
            location = next;
        }

        return location;
    }

    private static double Difference(double[] baseline, double[] candidate)
    {
        double[] differences = [.. Differences(baseline).Concat(Differences(candidate)).Order()];
        return differences[(int)(QuantileOfDifferences * differences.Length)];
    }

    private static IEnumerable<double> Differences(double[] values) =>
        values.SelectMany((value, i) => values.Take(i), (value, other) => Math.Abs(value - other));

    // Simulates normal launches: the factor from the squared difference to the variance, and the degrees of freedom of that estimate.
    private static (double Factor, double DegreesOfFreedom) Calibrate(int launches)
    {
        var random = new Random(5);
        double[] logs =
        [
            .. Enumerable.Range(0, Simulated).Select(_ => 2 * Math.Log(Difference(Normal(random, launches), Normal(random, launches)))),
        ];
        var degreesOfFreedom = 2 * SpreadPrior.InverseTrigamma(logs.Variance());
        return (Math.Exp(SpecialFunctions.DiGamma(degreesOfFreedom / 2) - Math.Log(degreesOfFreedom / 2) - logs.Mean()), degreesOfFreedom);
    }

    private static double[] Normal(Random random, int count) =>
        [
            .. Enumerable
                .Range(0, count)
                .Select(_ => Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble())),
        ];
}

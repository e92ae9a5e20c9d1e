using Bench.Statistics;
using MathNet.Numerics.Statistics;

namespace Lab.PublicData.Launches;

internal readonly record struct LogRatioEstimate(double LogRatio, double Error, double DegreesOfFreedom)
{
    /// <summary>The probability of such a slowdown if the true one were exactly the margin.</summary>
    public double Slower(double margin) => Student.UpperTail((LogRatio - margin) / Error, DegreesOfFreedom);

    /// <summary>The upper end of a one-sided 95% interval.</summary>
    public double Upper => LogRatio + (new Student().Quantile(0.95, DegreesOfFreedom) * Error);
}

/// <summary>
/// Shows how far `bench compare` is from the possible. It uses the same tests, but with true spreads that nobody can know, or with
/// locations that a launch in another mode does not move. Neither is shipped.
/// </summary>
internal static class OtherEstimates
{
    private const double FalseDiscoveryRate = 0.025,
        LevelOfFailing = 0.005;

    private const double MinVariance = 1e-8;

    // The error of a listed benchmark is at least this share of the ordinary standard error.
    private const double ShareOfOrdinaryError = 0.75;

    /// <summary>Takes the spread of all forks of a benchmark as its known spread.</summary>
    public static Finding[] Oracle(Check check)
    {
        LogRatioEstimate[] estimates =
        [
            .. check.Benchmarks.Select(benchmark =>
            {
                var (baseline, candidate) = Logs(benchmark);
                var error = Math.Max(benchmark.Spread, Math.Sqrt(MinVariance)) * Math.Sqrt(2.0 / baseline.Length);
                return new LogRatioEstimate(candidate.Mean() - baseline.Mean(), error, double.PositiveInfinity);
            }),
        ];
        double[] slower = [.. estimates.Select(estimate => estimate.Slower(Margin.Default.Log))];
        return Conclude(check, estimates, slower, slower);
    }

    /// <summary>Clears and lists by Huber's locations. Failures are those of `bench compare`.</summary>
    public static Finding[] Robust(Check check, Finding[] compared)
    {
        var sides = check.Benchmarks.Select(Logs).ToArray();
        var robust = HuberEstimates.Of(sides);
        var ordinary = Ordinary(sides);
        double[] slower =
        [
            .. robust.Zip(ordinary, (one, other) =>
                new LogRatioEstimate(
                    Math.Min(one.LogRatio, other.LogRatio),
                    Math.Max(one.Error, ShareOfOrdinaryError * other.Error),
                    Math.Min(one.DegreesOfFreedom, other.DegreesOfFreedom)
                ).Slower(Margin.Default.Log)
            ),
        ];
        var found = Conclude(check, robust, slower, [.. slower.Select(_ => 1.0)]);
        return [.. found.Zip(compared, (one, other) => other == Finding.Fails ? other : one)];
    }

    public static bool IsInconclusive(Finding[] findings)
    {
        // The default of `bench compare`: a fifth may be undecided, and always one if there are 2 to 9 benchmarks.
        var most = findings.Length == 1 ? 0 : Math.Max(findings.Length < 10 ? 1 : 0, (int)(0.2 * findings.Length + 1e-9));
        return !findings.Contains(Finding.Fails) && findings.Count(finding => finding == Finding.Undecided) > most;
    }

    /// <summary>The estimates of `bench compare`: means of logarithms, and variances moderated by those of the other benchmarks.</summary>
    private static LogRatioEstimate[] Ordinary((double[] Baseline, double[] Candidate)[] sides) =>
        Moderated(
            sides,
            [.. sides.Select(side => side.Candidate.Mean() - side.Baseline.Mean())],
            [.. sides.Select(side => (side.Baseline.Variance() + side.Candidate.Variance()) / 2)]
        );

    public static LogRatioEstimate[] Moderated((double[] Baseline, double[] Candidate)[] sides, double[] logRatios, double[] variances)
    {
        double launches = sides[0].Baseline.Length,
            own = 2 * (launches - 1);
        var prior = SpreadPrior.Estimate(variances.Select(variance => (variance, own)));
        return
        [
            .. variances.Select(
                (variance, i) =>
                {
                    var (moderated, degreesOfFreedom) = prior.Moderate(variance, own)!.Value;
                    return new LogRatioEstimate(logRatios[i], Math.Sqrt(Math.Max(moderated, MinVariance) * 2 / launches), degreesOfFreedom);
                }
            ),
        ];
    }

    private static Finding[] Conclude(Check check, LogRatioEstimate[] estimates, double[] slower, double[] failing)
    {
        var listed = MultipleTesting.BenjaminiHochberg(slower);
        var fails = MultipleTesting.Holm(failing);
        return
        [
            .. estimates.Select(
                (estimate, i) =>
                {
                    var baseline = Math.Exp(Logs(check.Benchmarks[i]).Baseline.Mean());
                    var isLarge = Math.Abs(baseline * (Math.Exp(estimate.LogRatio) - 1)) >= Margin.Default.NoiseFloor;
                    return isLarge && listed[i] <= FalseDiscoveryRate ? (fails[i] <= LevelOfFailing ? Finding.Fails : Finding.Listed)
                        : estimate.Upper < TimeVerdicts.Inside(Margin.Default, baseline) ? Finding.NotSlower
                        : Finding.Undecided;
                }
            ),
        ];
    }

    private static (double[] Baseline, double[] Candidate) Logs(LaunchedBenchmark benchmark) =>
        (Logs(benchmark.Baseline), Logs(benchmark.Candidate));

    private static double[] Logs(double[][] launches) =>
        [.. launches.Select(launch => Math.Log(Math.Max(launch.Median(), Margin.Default.NoiseFloor)))];
}

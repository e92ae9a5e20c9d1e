namespace Bench.Core.Tests;

public sealed class InterleavedErrorRateTests
{
    private const int Categories = 15;
    private const int Alternatives = 3;
    private static readonly ComparisonOptions Options = new() { AssumedSpread = AssumedSpread.OfTimes, EstimatesCommonFactor = true };

    /// <summary>
    /// Drift is between launches and common to a category; machine affects the whole run. Three launches; ratios spread by 1 to 3%.
    /// </summary>
    [Theory]
    [InlineData(0.02, 1)]
    [InlineData(0.02, 1.3)]
    [InlineData(0.1, 1)]
    [InlineData(0.1, 1.5)]
    [InlineData(0.3, 0.7)]
    public void Identical_code_fails_no_check(double drift, double machine)
    {
        var random = new Random((int)(1000 * drift) + (int)(100 * machine));
        const int runs = 150;
        int failed = 0,
            listed = 0,
            equivalent = 0,
            all = 0;
        for (var i = 0; i < runs; i++)
        {
            var benchmarks = RunComparison
                .Create(Run(random, drift, 1, (_, _) => 1), Run(random, drift, machine, (_, _) => 1), Options)
                .Benchmarks;
            failed += benchmarks.Any(benchmark => benchmark.TimeFails) ? 1 : 0;
            listed += benchmarks.Count(benchmark => benchmark.Judged!.Verdict == Verdict.Regressed);
            equivalent += benchmarks.Count(benchmark => benchmark.RatioToBaseline is { Verdict: Verdict.Equivalent });
            all += benchmarks.Count;
        }

        // At 1%, 5 or more of 150 checks fail with a probability of 2%.
        Assert.True(failed <= 4, $"{failed} of {runs} checks failed");
        Assert.True(listed <= 0.002 * all, $"{listed} of {all} benchmarks listed as regressed");
        Assert.True(equivalent >= 0.45 * all, $"{equivalent} of {all} benchmarks equivalent");
    }

    [Theory]
    [InlineData(1.25, 0.02, 1, 0.03, 0.98)]
    [InlineData(1.25, 0.1, 1.4, 0.03, 0.98)]
    [InlineData(1.1, 0.02, 1, 0.01, 0.95)]
    [InlineData(1.1, 0.1, 1.4, 0.01, 0.95)]
    [InlineData(1.1, 0.1, 1.4, 0.03, 0.25)]
    public void A_slowdown_of_a_third_of_the_benchmarks_is_found(
        double slowdown,
        double drift,
        double machine,
        double maxSpread,
        double power
    )
    {
        var random = new Random((int)(1000 * slowdown) + (int)(100 * drift));
        const int runs = 100;
        int found = 0,
            slowed = 0,
            wrong = 0,
            all = 0;
        for (var i = 0; i < runs; i++)
        {
            var benchmarks = RunComparison
                .Create(
                    Run(random, drift, 1, (_, _) => 1, maxSpread),
                    Run(random, drift, machine, (_, benchmark) => benchmark == 1 ? slowdown : 1, maxSpread),
                    Options
                )
                .Benchmarks;
            found += benchmarks.Count(benchmark => benchmark.Method == "M1" && benchmark.Judged!.Verdict == Verdict.Regressed);
            slowed += benchmarks.Count(benchmark => benchmark.Method == "M1");
            wrong += benchmarks.Count(benchmark =>
                benchmark.Method != "M1" && benchmark.Judged!.Verdict is Verdict.Regressed or Verdict.Improved
            );
            all += benchmarks.Count(benchmark => benchmark.Method != "M1");
        }

        Assert.True(found >= power * slowed, $"{found} of {slowed} found");
        Assert.True(wrong <= 0.02 * all, $"{wrong} of {all} others changed");
    }

    [Fact]
    public void The_common_factor_is_not_moved_by_one_in_five_changed_benchmarks()
    {
        var random = new Random(20);
        for (var i = 0; i < 40; i++)
        {
            var comparison = RunComparison.Create(
                Run(random, 0.03, 1, (_, _) => 1),
                Run(random, 0.03, 1.2, (category, _) => category % 5 == 0 ? 1.5 : 1),
                Options
            );

            Assert.InRange(comparison.CommonFactor!.Ratio, 1.13, 1.27);
            Assert.Equal(CommonFactorState.TakenOut, comparison.CommonFactorState);
        }
    }

    private static Run Run(Random random, double drift, double machine, Func<int, int, double> factor, double maxSpread = 0.03)
    {
        var benchmarks = new List<BenchmarkResult>();
        for (var category = 0; category < Categories; category++)
        {
            double[] launches =
            [
                .. Enumerable
                    .Range(0, 3)
                    .Select(_ => 1000 * (category + 1) * machine * Math.Exp(drift * InterleavedSimulation.Normal(random))),
            ];
            double[]? baseline = null;
            for (var benchmark = 0; benchmark <= Alternatives; benchmark++)
            {
                // A ratio spreads by 1 to 3%, and each benchmark contributes half of the variance.
                var spread = (0.01 + ((maxSpread - 0.01) * random.NextDouble())) / Math.Sqrt(2);
                double[] times =
                [
                    .. launches.Select(launch =>
                        launch * factor(category, benchmark) * Math.Exp(spread * InterleavedSimulation.Normal(random))
                    ),
                ];
                baseline ??= times;
                benchmarks.Add(
                    new BenchmarkResult
                    {
                        Id = new BenchmarkId($"N.T.M{benchmark}(Size: {category})", JobTraits.Default),
                        Type = "N.T",
                        Method = $"M{benchmark}",
                        Parameters = $"Size={category}",
                        Places = ["x"],
                        Launches = [.. times.Select(time => new Launch([time]))],
                        ToBaseline =
                            benchmark == 0
                                ? null
                                : new($"N.T.M0(Size: {category})", [.. times.Zip(baseline, (time, other) => time / other)], []),
                    }
                );
            }
        }

        return new Run(benchmarks, [], []);
    }
}

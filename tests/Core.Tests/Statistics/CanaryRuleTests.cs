using Bench.Statistics;
using MathNet.Numerics.Distributions;

namespace Bench.Core.Tests;

/// <summary>When a canary is measured, and when it shows that the machine changed.</summary>
public sealed class CanaryRuleTests
{
    private static readonly BenchmarkSample Quiet = Sample(0.001, 0.002, -0.001),
        Moved = Sample(0.2);

    [Theory]
    [InlineData(CheckStage.Screening, 3, 1)]
    [InlineData(CheckStage.Confirmation, 1, 1)]
    [InlineData(CheckStage.Confirmation, 0, 0)]
    [InlineData(CheckStage.ConfirmationToEnd, 1, 0)]
    [InlineData(CheckStage.AdditionalScreening, 1, 0)]
    [InlineData(CheckStage.ConfirmationOfImprovements, 1, 0)]
    internal void It_is_screened_and_confirmed_with_the_others(CheckStage stage, int measured, int expected)
    {
        var none = CanaryRule.Next(stage, null, [], measured);
        var one = CanaryRule.Next(stage, Sample(0.001), [Quiet], measured);
        var two = CanaryRule.Next(stage, Sample(0.001, 0.001), [Quiet], measured);

        Assert.Equal((expected, expected, 0), (none, one, two));
    }

    [Fact]
    public void A_canary_that_looks_moved_is_measured_again_at_once()
    {
        Assert.Equal(1, CanaryRule.Next(CheckStage.ScreeningToEnd, Moved, [Quiet], 0));
        Assert.Equal(0, CanaryRule.Next(CheckStage.ScreeningToEnd, Sample(0.001), [Quiet], 2));
    }

    [Theory]
    [InlineData(0.2, 100, true)]
    [InlineData(-0.2, 100, true)]
    [InlineData(0.04, 100, false)]
    // Its whole change is below the noise floor.
    [InlineData(0.2, 1, false)]
    public void It_moved_if_its_interval_is_beyond_the_margin(double logRatio, double nanoseconds, bool hasMoved)
    {
        var canary = Sample(nanoseconds, [logRatio, logRatio]);

        Assert.Equal(hasMoved, CanaryRule.Judge(canary, [Quiet]).HasMoved);
    }

    [Fact]
    public void Replicates_that_disagree_show_nothing()
    {
        var canary = Sample(0.5, 0.01);

        Assert.False(CanaryRule.Judge(canary, [Quiet]).HasMoved);
    }

    /// <summary>If the spread is much larger than the margin, only the interval keeps the rate.</summary>
    [Theory]
    [InlineData(0.02, 1)]
    [InlineData(0.1, 1)]
    [InlineData(1, 1)]
    [InlineData(0.1, 5)]
    [InlineData(1, 5)]
    public void Identical_code_is_withheld_in_one_of_100_checks_at_most(double spread, int others)
    {
        const int checks = 4000;
        var random = new Random(1);

        var moved = Enumerable
            .Range(0, checks)
            .Count(_ => CanaryRule.Judge(Noisy(2), [.. Enumerable.Range(0, others).Select(_ => Noisy(1))]).HasMoved);

        // 1%, and three standard errors of this simulation.
        Assert.InRange(moved, 0, (int)((0.01 * checks) + (3 * Math.Sqrt(0.01 * checks))));

        BenchmarkSample Noisy(int replicates)
        {
            var pairs = Enumerable
                .Range(0, replicates)
                .Select(_ => (Normal.Sample(random, 0, spread), Normal.Sample(random, 0, spread)))
                .ToArray();
            return Sample(100, [.. pairs.Select(pair => (pair.Item1 + pair.Item2) / 2)]) with
            {
                HalfDifferences = [.. pairs.Select(pair => (pair.Item1 - pair.Item2) / 2)],
            };
        }
    }

    private static BenchmarkSample Sample(params double[] logRatios) => Sample(100, logRatios);

    private static BenchmarkSample Sample(double nanoseconds, double[] logRatios) =>
        new()
        {
            Baseline = [.. logRatios.Select(_ => nanoseconds)],
            Candidate = [.. logRatios.Select(ratio => nanoseconds * Math.Exp(ratio))],
            Replicates = logRatios,
            HalfDifferences = [.. logRatios.Select(_ => 0.001)],
            Margin = new Margin(0.05, 0.5),
        };
}

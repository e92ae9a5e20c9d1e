using MathNet.Numerics.Distributions;

namespace Bench.Core.Tests;

/// <summary>
/// Ratios of interleaved slices: disturbances of both benchmarks do not move the ratio, and intervals have their stated coverage.
/// </summary>
public class InterleavedRatioTests
{
    [Fact]
    public void What_slows_both_processes_of_a_round_does_not_move_the_ratio()
    {
        var random = new Random(1);
        var speed = Enumerable.Range(0, 50).Select(i => i / 7 % 2 == 0 ? 1.0 : 1.7).ToArray();
        var baseline = speed.Select(factor => new TimedSlice(1, 100 * factor * Noise(random, 0.02), 0)).ToArray();
        var alternative = speed.Select(factor => new TimedSlice(1, 150 * factor * Noise(random, 0.02), 0)).ToArray();

        var ratio = PairedRatio.Estimate(baseline, 0, alternative, 0)!.Value;

        Assert.Equal(1.5, ratio.Ratio, 0.02);
        Assert.InRange(ratio.StandardError, 0.001, 0.01);
        Assert.Equal(50, ratio.Rounds);
    }

    [Fact]
    public void Collections_that_fall_into_few_rounds_count_with_their_mean()
    {
        // Every tenth slice of the variant is stopped for as long as ten others take.
        var baseline = Enumerable.Repeat(new TimedSlice(1, 100, 0), 50).ToArray();
        var alternative = Enumerable
            .Range(0, 50)
            .Select(i => i % 10 == 0 ? new TimedSlice(1, 1100, 1000) : new TimedSlice(1, 100, 0))
            .ToArray();

        Assert.Equal(2, PairedRatio.Estimate(baseline, 0, alternative, 0)!.Value.Ratio, 1e-9);
    }

    /// <summary>A loop of a thousand operations is long enough to measure, a single operation is not.</summary>
    [Theory]
    [InlineData(1, 1)]
    [InlineData(1000, 2)]
    public void What_can_not_be_measured_is_of_an_invocation(int operations, double expected)
    {
        TimedSlice[] baseline = [new(1, 0.03, 0), new(1, 0.03, 0)];
        TimedSlice[] alternative = [new(1, 0.05, 0), new(1, 0.05, 0)];
        Assert.Equal(expected, PairedRatio.Estimate(baseline, 0.01, alternative, 0.01, operations, operations)!.Value.Ratio, 1e-9);
    }

    // A run of one category has no other spreads to borrow: its one degree of freedom would give "between 0.03x and 500x".
    [Fact]
    public void Two_launches_that_lie_apart_are_not_decided_and_not_absurd()
    {
        PairedRatio[] launches = [new(Math.Log(2.6), 0.01, 100), new(Math.Log(5.9), 0.01, 100)];

        var ratio = LaunchRatio.Create(
            launches,
            LaunchRatio.EstimatePrior([
                [launches],
            ])
        )!;

        Assert.InRange(ratio.Lower, 1, 2.6);
        Assert.InRange(ratio.Upper, 5.9, 15);
    }

    [Fact]
    public void An_empty_call_is_taken_from_both()
    {
        var ratio = PairedRatio
            .Estimate([.. Enumerable.Repeat(new TimedSlice(1, 3, 0), 9)], 1, [.. Enumerable.Repeat(new TimedSlice(1, 5, 0), 9)], 1)!
            .Value;
        Assert.Equal(2, ratio.Ratio, 1e-9);
    }

    [Fact]
    public void A_baseline_of_several_processes_counts_with_their_mean()
    {
        var average = PairedRatio.Average([new PairedRatio(0.1, 0.01, 200), new PairedRatio(0.3, 0.03, 100)]);
        Assert.Equal(0.2, average.LogRatio, 1e-9);
        Assert.Equal(0.02, average.StandardError, 1e-9);
        Assert.Equal(100, average.Rounds);
    }

    [Fact]
    public void Rounds_that_only_one_has_are_left_out()
    {
        Assert.Null(PairedRatio.Estimate([], 0, [new TimedSlice(1, 1, 0)], 0));
        Assert.Equal(
            1,
            PairedRatio.Estimate([new TimedSlice(1, 1, 0), new TimedSlice(1, 9, 0)], 0, [new TimedSlice(1, 2, 0)], 0)!.Value.Rounds
        );
    }

    [Theory]
    [InlineData(3)]
    [InlineData(5)]
    public void The_interval_over_launches_holds_the_truth(int launches)
    {
        var random = new Random(launches);
        var held = 0;
        const int Runs = 400,
            Benchmarks = 40;
        for (var run = 0; run < Runs; run++)
        {
            // Benchmarks differ in how well they repeat.
            var ratios = Enumerable
                .Range(0, Benchmarks)
                .Select(_ =>
                {
                    var spread = 0.015 * Math.Exp(0.4 * Normal.Sample(random, 0, 1));
                    return (IReadOnlyList<PairedRatio>)
                        [.. Enumerable.Range(0, launches).Select(_ => new PairedRatio(Normal.Sample(random, 0.3, spread), 0.003, 50))];
                })
                .ToArray();
            var prior = LaunchRatio.EstimatePrior(ratios.Select(one => new[] { one }));
            held += ratios
                .Select(one => LaunchRatio.Create(one, prior)!)
                .Count(ratio => ratio.Lower <= Math.Exp(0.3) && ratio.Upper >= Math.Exp(0.3));
        }

        Assert.True(held >= 0.94 * Runs * Benchmarks, $"{held} of {Runs * Benchmarks}");
    }

    /// <summary>
    /// A run of one category whose variants share the spread of their baseline. Without that, each variant alone would be as certain as
    /// all of them together.
    /// </summary>
    [Theory]
    [InlineData(2, 3)]
    [InlineData(2, 8)]
    [InlineData(3, 3)]
    [InlineData(3, 5)]
    [InlineData(3, 8)]
    [InlineData(5, 5)]
    public void The_interval_of_a_run_of_one_category_holds_the_truth(int launches, int alternatives)
    {
        var random = new Random(100 * launches + alternatives);
        var held = 0;
        const int Runs = 4000;
        for (var run = 0; run < Runs; run++)
        {
            double[] baseline = [.. Enumerable.Range(0, launches).Select(_ => Normal.Sample(random, 0, 0.015))];
            IReadOnlyList<PairedRatio>[] ratios =
            [
                .. Enumerable
                    .Range(0, alternatives)
                    .Select(_ => baseline.Select(noise => new PairedRatio(Normal.Sample(random, 0.3, 0.015) - noise, 0.003, 50)).ToArray()),
            ];
            var prior = LaunchRatio.EstimatePrior([ratios]);
            held += ratios
                .Select(one => LaunchRatio.Create(one, prior)!)
                .Count(ratio => ratio.Lower <= Math.Exp(0.3) && ratio.Upper >= Math.Exp(0.3));
        }

        Assert.True(held >= 0.945 * Runs * alternatives, $"{held} of {Runs * alternatives}");
    }

    [Theory]
    [InlineData(2)]
    [InlineData(4)]
    public void The_interval_for_the_next_run_holds_the_next_run(int runs)
    {
        var random = new Random(runs);
        var held = 0;
        const int Times = 300,
            Benchmarks = 40;
        for (var time = 0; time < Times; time++)
        {
            var all = Enumerable
                .Range(0, Benchmarks)
                .Select(_ =>
                    (IReadOnlyList<IReadOnlyList<double>>)
                        [.. Enumerable.Range(0, runs + 1).Select(_ => Launches(random, Normal.Sample(random, 0, 0.02)))]
                )
                .ToArray();
            var known = all.Select(one => (IReadOnlyList<IReadOnlyList<double>>)[.. one.Take(runs)]).ToArray();
            var betweenRuns = NextRunRatio.EstimatePrior(known.Select(one => new[] { one }));
            var betweenLaunches = SpreadPrior.Estimate(known.SelectMany(one => one).Select(run => (Variance(run), run.Count - 1.0)));
            held += all.Zip(known)
                .Count(pair =>
                {
                    var ratio = NextRunRatio.Create(pair.Second, betweenRuns, betweenLaunches)!;
                    var next = Math.Exp(pair.First[^1].Average());
                    return ratio.Lower <= next && ratio.Upper >= next;
                });
        }

        Assert.True(held >= 0.94 * Times * Benchmarks, $"{held} of {Times * Benchmarks}");
    }

    [Fact]
    public void One_launch_is_not_believed_to_the_last_digit()
    {
        var ratio = LaunchRatio.Create([new PairedRatio(Math.Log(1.03), 0.0001, 50)], SpreadPrior.None)!;
        Assert.False(ratio.IsSignificant);
        Assert.True(double.IsNaN(ratio.Spread));
        Assert.True(LaunchRatio.Create([new PairedRatio(Math.Log(1.3), 0.0001, 50)], SpreadPrior.None)!.IsSignificant);
        Assert.Null(LaunchRatio.Create([], SpreadPrior.None));
    }

    private static IReadOnlyList<double> Launches(Random random, double mean) =>
        [.. Enumerable.Range(0, 3).Select(_ => Normal.Sample(random, mean, 0.015))];

    private static double Variance(IReadOnlyList<double> values)
    {
        var mean = values.Average();
        return values.Sum(value => (value - mean) * (value - mean)) / (values.Count - 1);
    }

    private static double Noise(Random random, double spread) => Math.Exp(Normal.Sample(random, 0, spread));
}

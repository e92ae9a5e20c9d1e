namespace Bench.Core.Tests;

public sealed class DetectableChangeTests
{
    private const int Checks = 400;
    private const int BenchmarksOfCheck = 10;
    private const int Slower = 3;

    [Theory]
    [InlineData(0.013, 0.05)]
    [InlineData(0.035, 0.05)]
    [InlineData(0.10, 0.05)]
    [InlineData(0.02, 0.02)]
    public void A_check_finds_it_nine_times_in_ten(double spread, double relative)
    {
        var margin = new Margin(relative, 0.5);
        Assert.InRange(Found(spread, margin, DetectableChange.Of(spread, margin)), 0.88, 1);
    }

    [Theory]
    [InlineData(0.013)]
    [InlineData(0.035)]
    public void Half_of_what_lies_above_the_margin_is_not_found_as_often(double spread)
    {
        var margin = Margin.Default;
        var halfway = Math.Exp((margin.Log + Math.Log(1 + DetectableChange.Of(spread, margin))) / 2) - 1;
        Assert.InRange(Found(spread, margin, halfway), 0, 0.85);
    }

    [Fact]
    public void More_spread_hides_more() =>
        Assert.All(Enumerable.Range(0, 60).Select(i => i * 0.005), spread =>
            Assert.True(DetectableChange.Of(spread + 0.005, Margin.Default) > DetectableChange.Of(spread, Margin.Default) - 0.005)
        );

    [Fact]
    public void Without_any_spread_the_margin_is_all_there_is() =>
        Assert.Equal(0.05, DetectableChange.Of(0, Margin.Default), precision: 12);

    /// <summary>The margin that is proposed for a benchmark that checks often cannot decide.</summary>
    [Theory]
    [InlineData(0.08)]
    [InlineData(0.2)]
    public void Checks_decide_with_the_margin_that_fits_the_spread(double spread)
    {
        var margin = new Margin(DetectableChange.DecidableMargin(spread), 0.5);
        Assert.InRange(Decided(spread, margin), 0.85, 1);
        Assert.InRange(Decided(spread, new Margin(margin.Relative / 2, 0.5)), 0, 0.75);
    }

    private static double Decided(double spread, Margin margin)
    {
        var decided = 0;
        Parallel.For(0, Checks, check =>
        {
            var random = new Random(check);
            var benchmarks = SimulatedCheck.Run(1, margin, _ => spread * Normal(random));
            Interlocked.Add(ref decided, ScreenedVerdicts.Judge(benchmarks)[0].Verdict == Verdict.Inconclusive ? 0 : 1);
        });
        return (double)decided / Checks;
    }

    [Fact]
    public void The_spread_of_identical_code_is_that_around_no_change()
    {
        var spread = IdenticalCodeSpread.Of([0.01, -0.01, 0.01, 0.01]);
        Assert.Equal(0.01, spread.Spread, precision: 12);
        Assert.True(spread.UpperSpread > 0.015);
    }

    [Fact]
    public void Its_upper_limit_holds_nine_times_in_ten()
    {
        var random = new Random(5);
        var held = Enumerable
            .Range(0, 4000)
            .Count(_ => IdenticalCodeSpread.Of([.. Enumerable.Range(0, 9).Select(_ => Normal(random))]).UpperSpread > 1);
        Assert.InRange(held / 4000.0, 0.885, 0.915);
    }

    private static double Found(double spread, Margin margin, double change)
    {
        var found = 0;
        Parallel.For(0, Checks, check => Interlocked.Add(ref found, IsFound(new Random(check), spread, margin, change) ? 1 : 0));
        return (double)found / Checks;
    }

    private static bool IsFound(Random random, double spread, Margin margin, double change)
    {
        var benchmarks = SimulatedCheck.Run(BenchmarksOfCheck, margin, benchmark =>
            (benchmark == Slower ? Math.Log(1 + change) : 0) + (spread * Normal(random))
        );
        return ScreenedVerdicts.Judge(benchmarks)[Slower].FailsCheck;
    }

    private static double Normal(Random random) => InterleavedSimulation.Normal(random);
}

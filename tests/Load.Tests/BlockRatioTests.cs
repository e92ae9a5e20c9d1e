using Bench.Comparison;
using Bench.Tests;

namespace Bench.Load.Tests;

/// <summary>What a round says of two arms, from slices that the machine disturbed.</summary>
public sealed class BlockRatioTests
{
    [Fact]
    public void What_lasts_no_longer_than_some_slices_does_not_move_it()
    {
        var ratio = BlockRatio.Log([100, 100, 100, 100, 100, 100, 100, 100, 100, 100], [110, 110, 900, 110, 110, 110, 110, 110, 700, 110]);

        Assert.Equal(Math.Log(1.1), ratio!.Value, 12);
    }

    [Fact]
    public void What_hits_a_block_hits_both()
    {
        var random = new Random(1);
        for (var trial = 0; trial < 200; trial++)
        {
            var ratio = 0.5 + random.NextDouble();
            double[] blocks = [.. Enumerable.Range(0, random.Next(3, 13)).Select(_ => 0.5 + random.NextDouble())];
            double?[] first = [.. blocks.SelectMany(slowness => new double?[] { 90 * slowness, 110 * slowness })];
            double?[] other = [.. blocks.SelectMany(slowness => new double?[] { 105 * ratio * slowness, 95 * ratio * slowness })];

            Assert.Equal(Math.Log(ratio), BlockRatio.Log(first, other)!.Value, 9);
            Assert.Equal(-Math.Log(ratio), BlockRatio.Log(other, first)!.Value, 9);
        }
    }

    [Fact]
    public void Of_few_blocks_or_of_slices_without_a_figure_there_is_none()
    {
        double?[] six = [1, 1, 1, 1, 1, 1];

        Assert.NotNull(BlockRatio.Log(six, six));
        Assert.Null(BlockRatio.Log(six[..4], six[..4]));
        Assert.Null(BlockRatio.Log(six, [1, 1, 1, 1, 1, 1, 1, 1]));
        Assert.Null(BlockRatio.Log(six, [1, 1, null, 1, 1, 1]));
        Assert.Null(BlockRatio.Log(six, [1, 1, 0, 0, 1, 1]));
        Assert.Null(BlockRatio.Log(null, six));
    }

    [Fact]
    public void A_round_is_judged_by_its_median_block_and_shown_as_a_whole()
    {
        var disturbed = LoadMatrices.Interleaved("b", 1, 1, 1);
        disturbed = disturbed with { Rounds = [.. disturbed.Rounds.Select(round => round with { FullSpeedSlices = Slices(300) })] };
        var quiet = LoadMatrices.Interleaved("a", 1, 1, 1);
        quiet = quiet with { Rounds = [.. quiet.Rounds.Select(round => round with { FullSpeedSlices = Slices(1000) })] };

        var time = LoadMatrices.Result(quiet, disturbed).Compare(new Settings()).Benchmarks[0].Time!;

        Assert.Equal(1, time.Ratio, 9);

        static FullSpeedSlice[] Slices(double oneOfThem) =>
            [.. new[] { 1000, 1000, oneOfThem, 1000, 1000, 1000 }.Select(rate => new FullSpeedSlice(rate))];
    }
}

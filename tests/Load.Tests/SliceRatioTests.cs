namespace Bench.Load.Tests;

public sealed class SliceRatioTests
{
    [Fact]
    public void What_lasts_no_longer_than_some_slices_does_not_move_it()
    {
        double?[] quiet = [.. Enumerable.Repeat<double?>(100, 10)];
        var ratio = SliceRatio.OfBlocks(quiet, [110, 110, 900, 110, 110, 110, 110, 110, 700, 110]);
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

            Assert.Equal(Math.Log(ratio), SliceRatio.OfBlocks(first, other)!.Value, 9);
            Assert.Equal(-Math.Log(ratio), SliceRatio.OfBlocks(other, first)!.Value, 9);
        }
    }

    [Fact]
    public void Of_few_blocks_or_of_slices_without_a_figure_there_is_none()
    {
        double?[] six = [1, 1, 1, 1, 1, 1];
        Assert.NotNull(SliceRatio.OfBlocks(six, six));
        Assert.Null(SliceRatio.OfBlocks(six[..4], six[..4]));
        Assert.Null(SliceRatio.OfBlocks(six, [1, 1, 1, 1, 1, 1, 1, 1]));
        Assert.Null(SliceRatio.OfBlocks(six, [1, 1, null, 1, 1, 1]));
        Assert.Null(SliceRatio.OfBlocks(six, [1, 1, 0, 0, 1, 1]));
        Assert.Null(SliceRatio.OfBlocks(null, six));
    }

    [Fact]
    public void Of_slices_at_once_it_is_the_median_and_of_few_there_is_none()
    {
        double?[] six = [1, 2, 3, 4, 5, 6];
        Assert.Equal(Math.Log(1.1), SliceRatio.OfSlices(six, [1.1, 2.2, 9, 4.4, 50, 6.6])!.Value, 12);
        Assert.Null(SliceRatio.OfSlices(six[1..], six[1..]));
        Assert.Null(SliceRatio.OfSlices(six, [1, 2, 3, 4, 5, null]));
        Assert.Null(SliceRatio.OfSlices(six, [1, 2, 3, 4, 5, 6, 7]));
        Assert.Null(SliceRatio.OfSlices(six, null));
    }

    // With three variants, every other slice has the first variant and the one that is not compared.
    [Fact]
    public void Only_slices_of_both_count()
    {
        double?[] first = [1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9];
        double?[] other = [2, null, 2, null, 2, null, 2, null, 2, null, 2, null];

        Assert.Equal(Math.Log(2), SliceRatio.OfSlices(first, other)!.Value, 9);
        Assert.Null(SliceRatio.OfSlices(first[..10], other[..10]));
        Assert.Null(SliceRatio.OfSlices(first, other[..10]));
        Assert.Null(SliceRatio.OfSlices(null, other));
        // Responding to nothing is not the same as not being loaded.
        Assert.Null(SliceRatio.OfSlices([1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 0]));
    }

    [Theory]
    [InlineData(0.2, 1, "Inconclusive")]
    [InlineData(0.2, 6, "Equivalent")]
    [InlineData(0.9, 1, "Equivalent")]
    [InlineData(3, 1, "Equivalent")]
    public void What_a_server_does_in_one_block_of_each_round_is_open(double speed, int every, string expected)
    {
        var (first, other) = (Variant("a", _ => 1), Variant("b", round => round % every == 0 ? speed : 1));
        var result = Result(first, other);

        var time = Judge(result).Of(LoadMeasure.FullSpeed)[0].Time!;

        Assert.Equal((1, expected), (Math.Round(time.Ratio, 3), time.Verdict.ToString()));
        var why = expected == "Inconclusive" ? "over all slices together it takes 1.154x, which is beyond the margin" : null;
        if (why is not null)
            Assert.Equal(why, time.Reason);
        // In a matrix, and in a level of a sweep.
        var verdict = $" | {expected}{(why is null ? "" : $": {why}")} | ";
        Assert.Contains(verdict, MatrixPage.Render(Judge(result)));
        Assert.Contains(verdict, ComparedSweepPage.Render(new ComparedSweep("s", [result]), new Settings()));
        // The check of two builds is about this measure: undecided, it does not pass unless the options allow it.
        var judged = Judge(result);
        Assert.Equal(
            why is null
                ? new Outcome(ExitCode.Passed, "No regression shown.")
                : new(ExitCode.Inconclusive, $"Inconclusive: time at full speed; {why}."),
            judged.Decide()
        );
        Assert.Equal(ExitCode.Passed, LoadVerdict.Create(judged, new Strictness(MaxInconclusive: 1)).ExitCode);

        MeasuredVariant Variant(string name, Func<int, double> speedOf)
        {
            var variant = Interleaved(name);
            return variant.Each(
                (round, i) =>
                {
                    double[] slices = [1000, 1000, 1000, 1000, 1000 * speedOf(i), 1000];
                    return round with
                    {
                        Peak = round.Peak with { Requests = (long)(2 * slices.Sum() * (1 + (0.001 * i))) },
                        FullSpeedSlices = [.. slices.Select(slice => new FullSpeedSlice(slice))],
                    };
                }
            );
        }
    }

    [Theory]
    [InlineData(1.2, 1)]
    [InlineData(0.9, 1.1)]
    public void A_round_is_judged_by_its_slices_whatever_the_machine_does(double time, double processor)
    {
        double[] speeds = [1, 0.5, 0.9, 1, 0.3, 1, 0.7, 1];
        var (first, other) = (Variant("a", 1, 1), Variant("b", time, processor));
        // A disturbance as long as a slice, which a sum would include.
        var disturbed = other.Each(round => round with { FullSpeedSlices = [new(100), .. round.FullSpeedSlices!.Skip(1)] });

        Assert.Equal(time, Ratio(other, LoadMeasure.FullSpeed), 9);
        Assert.Equal(time, Ratio(disturbed, LoadMeasure.FullSpeed), 9);
        Assert.Equal(time, Ratio(other, LoadMeasure.Median), 9);
        Assert.Equal(processor, Ratio(other, LoadMeasure.Processor), 9);
        // If no slice has both at the same time, blocks are compared.
        var apart = other.Each(round => round with { ProcessorAtOnce = null });
        Assert.Equal(1, Ratio(apart, LoadMeasure.Processor), 9);

        double Ratio(MeasuredVariant variant, LoadMeasure measure) => Judge(Result(first, variant)).Of(measure)[0].Time!.Ratio;

        MeasuredVariant Variant(string name, double time, double processor)
        {
            var variant = Interleaved(name);
            return variant.Each(round =>
                round with
                {
                    FullSpeedSlices = [.. speeds.Select(speed => new FullSpeedSlice(1000 * speed / time))],
                    PacedSlices = [.. speeds.Select(speed => new PacedSlice(2 * time / speed, 100))],
                    ProcessorAtOnce = [.. speeds.Select(speed => (double?)(120 * processor / speed))],
                }
            );
        }
    }
}

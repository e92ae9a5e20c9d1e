using Lab.PublicData.Launches;
using Lab.PublicData.Series;

namespace Bench.Tests;

public sealed class PublicDataRuleTests
{
    // The examples of f_measure in metrics.py of the Turing Change Point Benchmark, which the study of performance series uses.
    [Fact]
    public void Scores_are_those_of_the_change_point_benchmark()
    {
        int[][] agreeing =

            [
                [10, 20],
                [11, 20],
                [10],
                [0, 5],
            ],
            differing =

            [
                [],
                [10],
                [50],
            ];

        Assert.Equal(1, AnnotationScore.Of(agreeing, [10, 20]).F1, 12);
        Assert.Equal(0.9090909090909091, AnnotationScore.Of(differing, [10]).F1, 12);
        Assert.Equal(0.8, AnnotationScore.Of(differing, []).F1, 12);
    }

    [Theory]
    [InlineData(15, 1)]
    [InlineData(16, 0.5)]
    public void A_mark_counts_up_to_five_places_away(int mark, double expected) =>
        Assert.Equal(
            expected,
            AnnotationScore
                .Of(
                    [
                        [10],
                    ],
                    [mark]
                )
                .Recall,
            12
        );

    [Fact]
    public void A_mark_stands_for_one_place_only() =>
        Assert.Equal(
            2.0 / 3,
            AnnotationScore
                .Of(
                    [
                        [20, 23],
                    ],
                    [21]
                )
                .Recall,
            12
        );

    // demo-1 and demo-2 of Pragmastat's tests of RatioBounds.
    [Theory]
    [InlineData(0.05, 0.33333333333333337, 1.5000000000000002)]
    [InlineData(0.01, 0.2, 2)]
    public void Ratio_bounds_are_those_of_Pragmastat(double misrate, double lower, double upper)
    {
        var bounds = RatioBounds.Of([1, 2, 3, 4, 5], [2, 3, 4, 5, 6], misrate);
        Assert.Equal(lower, bounds.Lower, 12);
        Assert.Equal(upper, bounds.Upper, 12);
    }

    [Theory]
    [InlineData(1.03, "NotSlower", "NotSlower", "NotSlower")]
    [InlineData(1.05, "NotSlower", "NotSlower", "Undecided")]
    [InlineData(1.2, "Fails", "Fails", "Fails")]
    public void Rules_of_others_on_pooled_iterations(double ratio, string medians, string mannWhitney, string pragmastat)
    {
        double[] baseline = [.. Enumerable.Range(0, 45).Select(i => 1000.0 + (i % 15))],
            candidate = [.. baseline.Select(time => time * ratio)];
        Assert.Equal(medians, $"{Rules.Medians(baseline, candidate)}");
        Assert.Equal(mannWhitney, $"{Rules.MannWhitney(baseline, candidate)}");
        Assert.Equal(pragmastat, $"{Rules.Pragmastat(baseline, candidate)}");
    }

    [Fact]
    public void A_step_is_found_where_it_is()
    {
        double[] step = [.. Enumerable.Range(0, 60).Select(i => (i < 25 ? 100.0 : 120.0) + (i % 3))];
        Assert.Equal([25], MeanShifts.Best(step));
        Assert.Equal([25], MeanShifts.BinarySegmentation(step));
        Assert.Equal([25], EnergyDivisive.Changes(step, seed: 1));
    }
}

using FsCheck;
using FsCheck.Fluent;

namespace Bench.Core.Tests;

public sealed class RankTestTests
{
    // python3 -c "
    // from scipy import stats
    // print(stats.mannwhitneyu([4,5,6,7,9],[1,2,3,8],alternative='greater',method='exact'))"
    [Theory]
    [InlineData(new[] { 1.0, 2, 3, 8 }, new[] { 4.0, 5, 6, 7, 9 }, 0.09523809523809523)]
    [InlineData(new[] { 1.0, 2, 3, 4, 5, 6, 7, 8 }, new[] { 11.0, 12, 13, 14, 15, 16, 17, 18 }, 1.0 / 12870)]
    [InlineData(new[] { 1.0 }, new[] { 2.0 }, 0.5)]
    [InlineData(new[] { 1.0, 1 }, new[] { 1.0, 1 }, 1.0)]
    public void Exact_probabilities(double[] lower, double[] higher, double expected) =>
        Assert.Equal(expected, RankTest.UpperTail(lower, higher), 12);

    [Fact]
    public void Both_directions_share_the_probability_of_what_was_seen() =>
        Properties.Hold(
            Samples,
            samples =>
            {
                double up = RankTest.UpperTail(samples.First, samples.Second),
                    down = RankTest.UpperTail(samples.Second, samples.First);

                Assert.InRange(up, 1e-12, 1);
                Assert.InRange(up + down, 1 - 1e-9, 2);
            },
            300
        );

    [Fact]
    public void Many_figures_are_judged_as_the_exact_distribution_would()
    {
        // 30 against 30 are judged exactly, 31 against 31 by the normal distribution.
        foreach (var shift in (double[])[0, 2, 5, 8])
        {
            double exact = RankTest.UpperTail(Figures(30, 0), Figures(30, shift)),
                approximate = RankTest.UpperTail(Figures(31, 0), Figures(31, shift * 31 / 30));

            Assert.InRange(approximate / exact, 0.5, 1.6);
        }

        Assert.InRange(RankTest.UpperTail(Figures(100_000, 0), Figures(100_000, 0.5)), 0.1, 0.6);

        static double[] Figures(int count, double shift) => [.. Enumerable.Range(0, count).Select(i => i + shift)];
    }

    [Fact]
    public void Only_the_order_counts() =>
        Properties.Hold(
            Samples,
            samples =>
                Assert.Equal(
                    RankTest.UpperTail(samples.First, samples.Second),
                    RankTest.UpperTail([.. samples.First.Select(Math.Exp)], [.. samples.Second.Select(Math.Exp)]),
                    12
                ),
            300
        );

    [Fact]
    public void The_upper_end_of_a_shift_lies_below_it_as_rarely_as_the_level_says()
    {
        var random = new Random(5);
        var missed = 0;
        const int trials = 1_000;
        for (var i = 0; i < trials; i++)
        {
            double[] lower = [.. Enumerable.Range(0, 6).Select(_ => random.NextDouble())],
                higher = [.. Enumerable.Range(0, 6).Select(_ => random.NextDouble() + 0.3)];
            missed += RankTest.UpperShift(lower, higher, 0.05) < 0.3 ? 1 : 0;
        }

        Assert.InRange(missed, 1, (int)(trials * 0.07));
    }

    [Fact]
    public void Too_few_figures_have_no_upper_end() => Assert.Equal(double.PositiveInfinity, RankTest.UpperShift([1, 2], [3, 4], 0.05));

    private static Arbitrary<(double[] First, double[] Second)> Samples =>
        (
            from first in Gen.Choose(-5, 5).Select(value => (double)value).ArrayOf().Where(values => values.Length is > 0 and < 10)
            from second in Gen.Choose(-5, 5).Select(value => (double)value).ArrayOf().Where(values => values.Length is > 0 and < 10)
            select (first, second)
        ).ToArbitrary();
}

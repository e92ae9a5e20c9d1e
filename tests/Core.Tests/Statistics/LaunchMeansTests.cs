namespace Bench.Core.Tests;

public sealed class LaunchMeansTests
{
    private static readonly double[] Baseline = [100, 102, 98, 101, 99];
    private static readonly double[] Alternative = [130, 128, 133, 131, 129];

    // numpy.std(numpy.log([100,102,98,101,99]), ddof=1)
    [Fact]
    public void Spread_is_the_standard_deviation_of_the_logarithms() =>
        Assert.Equal(0.015813457470131825, LaunchMeans.Spread(Baseline), 12);

    [Fact]
    public void A_clear_difference_is_shown_with_its_interval()
    {
        var interval = LaunchMeans.Compare(Baseline, Alternative, drift: 0)!.Value;
        Assert.Equal(SciPy.Ratio, interval.Ratio, 6);
        Assert.Equal(SciPy.Lower, interval.Lower, 5);
        Assert.Equal(SciPy.Upper, interval.Upper, 5);
        Assert.True(interval.ShowsDifference);
        Assert.StartsWith("1.30x (", interval.ToString());
    }

    [Fact]
    public void A_ratio_inside_the_spread_is_no_difference()
    {
        var interval = LaunchMeans.Compare(Baseline, [101, 103, 97, 102, 100], drift: 0)!.Value;
        Assert.False(interval.ShowsDifference);
        Assert.StartsWith("no significant difference", interval.ToString());
    }

    [Fact]
    public void Drift_is_the_median_spread_of_the_benchmarks_that_have_one()
    {
        var spreads = new[] { LaunchMeans.Spread([100, 110]), LaunchMeans.Spread([100, 120]), LaunchMeans.Spread([100, 130]) };

        Assert.Equal(
            spreads[1],
            LaunchMeans.Drift([
                [100, 130],
                [100, 110],
                [7],
                [100, 120],
                [],
            ]),
            12
        );
        Assert.Equal(
            (spreads[0] + spreads[1]) / 2,
            LaunchMeans.Drift([
                [100, 120],
                [100, 110],
            ]),
            12
        );
        Assert.Equal(
            0,
            LaunchMeans.Drift([
                [7],
                [],
            ])
        );
    }

    [Fact]
    public void Drift_widens_the_interval_and_leaves_the_ratio()
    {
        var interval = LaunchMeans.Compare(Baseline, Alternative, drift: 0.1)!.Value;
        Assert.Equal(SciPy.Ratio, interval.Ratio, 6);
        Assert.Equal(SciPy.DriftLower, interval.Lower, 4);
        Assert.Equal(SciPy.DriftUpper, interval.Upper, 4);
        Assert.False(interval.ShowsDifference);
    }

    // Launches that agree to the last digit say nothing about another minute.
    [Fact]
    public void Equal_launches_have_the_interval_of_the_drift()
    {
        var interval = LaunchMeans.Compare([100, 100, 100], [110, 110, 110], drift: 0.01)!.Value;
        Assert.Equal(Math.Exp(Math.Log(1.1) - (2.5758293 * Math.Sqrt(2) * 0.01)), interval.Lower, 5);
        Assert.True(interval.ShowsDifference);
        Assert.Equal(1.1, LaunchMeans.Compare([100, 100, 100], [110, 110, 110], drift: 0)!.Value.Upper, 12);
    }

    [Fact]
    public void Fewer_than_three_launches_show_nothing()
    {
        Assert.Null(LaunchMeans.Compare([100, 101], Alternative, drift: 0));
        Assert.Null(LaunchMeans.Compare(Baseline, [130, 131], drift: 0));
        Assert.True(double.IsNaN(LaunchMeans.Spread([100])));
    }

    [Fact]
    public void Swapping_the_sides_inverts_the_ratio()
    {
        var there = LaunchMeans.Compare(Baseline, Alternative, drift: 0)!.Value;
        var back = LaunchMeans.Compare(Alternative, Baseline, drift: 0)!.Value;
        Assert.Equal(1 / there.Ratio, back.Ratio, 12);
        Assert.Equal(1 / there.Lower, back.Upper, 9);
    }

    [Fact]
    public void A_benchmark_too_short_to_measure_has_no_spread_and_no_ratio()
    {
        Assert.True(double.IsNaN(LaunchMeans.Spread([0, 1, 2])));
        Assert.Null(LaunchMeans.Compare(Baseline, [0, 1, 2], drift: 0));
    }

    // python3 -c "
    // import numpy as np; from scipy import stats
    // a=np.log([100,102,98,101,99]); b=np.log([130,128,133,131,129])
    // va,vb=a.var(ddof=1)/5,b.var(ddof=1)/5; d=b.mean()-a.mean()
    // df=(va+vb)**2/(va**2/4+vb**2/4); h=stats.t.ppf(0.995,df)*np.sqrt(va+vb)
    // print(np.exp(d),np.exp(d-h),np.exp(d+h))"
    // The two with drift: v=va+vb+2*0.1**2; df=v**2/(va**2/4+vb**2/4); h=stats.t.ppf(0.995,df)*np.sqrt(v)
    private static class SciPy
    {
        public const double Ratio = 1.3020169277529317;
        public const double Lower = 1.2604030654539997;
        public const double Upper = 1.3450047263607303;
        public const double DriftLower = 0.9037390100576957;
        public const double DriftUpper = 1.8758159836952883;
    }
}

using Benchmarks.Tables;

namespace Suite.Tests.Suite;

/// <summary>The statistics under the tables, against values computed with SciPy 1.10, the command beside each.</summary>
public sealed class LaunchTests
{
    private static readonly double[] Baseline = [100, 102, 98, 101, 99];
    private static readonly double[] Way = [130, 128, 133, 131, 129];

    // numpy.std(numpy.log([100,102,98,101,99]), ddof=1)
    [Fact]
    public void Spread_is_the_standard_deviation_of_the_logarithms() =>
        Assert.Equal(0.015813457470131825, Launches.Spread(Baseline), 12);

    [Fact]
    public void A_clear_difference_is_shown_with_its_interval()
    {
        var interval = Launches.Compare(Baseline, Way)!.Value;

        Assert.Equal(SciPy.Ratio, interval.Ratio, 6);
        Assert.Equal(SciPy.Lower, interval.Lower, 5);
        Assert.Equal(SciPy.Upper, interval.Upper, 5);
        Assert.True(interval.ShowsDifference);
        Assert.StartsWith("1.30x (", interval.ToString());
    }

    [Fact]
    public void A_ratio_inside_the_spread_is_no_difference()
    {
        var interval = Launches.Compare(Baseline, [101, 103, 97, 102, 100])!.Value;

        Assert.False(interval.ShowsDifference);
        Assert.StartsWith("no difference shown", interval.ToString());
    }

    [Fact]
    public void Fewer_than_three_launches_show_nothing()
    {
        Assert.Null(Launches.Compare([100, 101], Way));
        Assert.Null(Launches.Compare(Baseline, [130, 131]));
        Assert.True(double.IsNaN(Launches.Spread([100])));
    }

    [Fact]
    public void Swapping_the_sides_inverts_the_ratio()
    {
        var there = Launches.Compare(Baseline, Way)!.Value;
        var back = Launches.Compare(Way, Baseline)!.Value;

        Assert.Equal(1 / there.Ratio, back.Ratio, 12);
        Assert.Equal(1 / there.Lower, back.Upper, 9);
    }

    [Fact]
    public void A_row_too_short_to_measure_has_no_spread_and_no_ratio()
    {
        Assert.True(double.IsNaN(Launches.Spread([0, 1, 2])));
        Assert.Null(Launches.Compare(Baseline, [0, 1, 2]));
    }

    // python3 -c "
    // import numpy as np; from scipy import stats
    // a=np.log([100,102,98,101,99]); b=np.log([130,128,133,131,129])
    // va,vb=a.var(ddof=1)/5,b.var(ddof=1)/5; d=b.mean()-a.mean()
    // df=(va+vb)**2/(va**2/4+vb**2/4); h=stats.t.ppf(0.995,df)*np.sqrt(va+vb)
    // print(np.exp(d),np.exp(d-h),np.exp(d+h))"
    private static class SciPy
    {
        public const double Ratio = 1.3020169277529317;
        public const double Lower = 1.2604030654539997;
        public const double Upper = 1.3450047263607303;
    }
}

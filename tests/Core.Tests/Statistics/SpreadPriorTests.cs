namespace Bench.Core.Tests;

public sealed class SpreadPriorTests
{
    private static readonly (double Variance, double DegreesOfFreedom)[] Benchmarks =
    [
        (0.0004, 2),
        (0.0009, 2),
        (0.0001, 4),
        (0.0025, 4),
        (0.0016, 8),
        (0.0036, 8),
        (0.0064, 8),
        (0.01, 8),
    ];

    // scipy.special.polygamma(1, x)
    [Theory]
    [InlineData(0.1, 101.43329915)]
    [InlineData(0.5, 4.9348022)]
    [InlineData(1, 1.64493407)]
    [InlineData(2.5, 0.49035776)]
    [InlineData(10, 0.10516634)]
    [InlineData(100, 0.01005017)]
    public void Trigamma_is_that_of_SciPy(double x, double expected)
    {
        Assert.Equal(expected, SpreadPrior.Trigamma(x), 7);
        Assert.Equal(x, SpreadPrior.InverseTrigamma(SpreadPrior.Trigamma(x)), 7);
    }

    // v=np.array([0.0004,0.0009,0.0001,0.0025,0.0016,0.0036,0.0064,0.01]); df=np.array([2.,2,4,4,8,8,8,8])
    // e=np.log(v)-special.digamma(df/2)+np.log(df/2); m=e.mean(); ev=e.var(ddof=1)-special.polygamma(1,df/2).mean()
    // ev+=np.sqrt(((e-m)**2).var()/8)  # one standard error
    // x=scipy.optimize.brentq(lambda x: special.polygamma(1,x)-ev,1e-3,1e3,xtol=1e-14); d0=2*x
    // s0=np.exp(m+special.digamma(x)-np.log(x)); print(d0,s0,(d0*s0+2*v[0])/(d0+2))
    [Fact]
    public void Prior_is_that_of_Smyth_one_standard_error_weaker()
    {
        var prior = SpreadPrior.Estimate(Benchmarks);
        Assert.Equal(1.6833409353324884, prior.DegreesOfFreedom, 6);
        Assert.Equal(0.0010143274706712853, prior.Variance, 9);
        var moderated = prior.Moderate(0.0004, 2)!.Value;
        Assert.Equal(0.0006807566818375164, moderated.Variance, 9);
        Assert.Equal(2 + 1.6833409353324884, moderated.DegreesOfFreedom, 6);
    }

    [Fact]
    public void Benchmarks_that_spread_alike_pool_completely()
    {
        var prior = SpreadPrior.Estimate([(0.0010, 4), (0.0011, 4), (0.0009, 4), (0.0010, 4)]);

        Assert.Equal(double.PositiveInfinity, prior.DegreesOfFreedom);
        var (variance, degreesOfFreedom) = prior.Moderate(0, 0)!.Value;
        Assert.Equal(prior.Variance, variance);
        // As much as all benchmarks together know, and no more.
        Assert.Equal(16, degreesOfFreedom);
    }

    [Fact]
    public void Nothing_is_borrowed_from_fewer_than_three_benchmarks()
    {
        var prior = SpreadPrior.Estimate([(0.001, 4), (0.001, 4)]);
        Assert.Null(prior.Moderate(0, 0));
        Assert.Equal((0.002, 4.0), prior.Moderate(0.002, 4));
    }

    [Fact]
    public void A_benchmark_whose_launches_agree_to_the_last_digit_breaks_nothing()
    {
        var prior = SpreadPrior.Estimate([(0, 4), (0.001, 4), (0.001, 4), (0.002, 4)]);
        Assert.True(double.IsFinite(prior.Variance) && prior.Variance > 0);
        Assert.True(prior.Moderate(0, 4)!.Value.Variance > 0);
    }
}

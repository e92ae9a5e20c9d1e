namespace Bench.Core.Tests;

public sealed class TimeVerdictTests
{
    private static readonly double[] Baseline = [100, 102, 98, 101, 99];

    // python3 -c "
    // import numpy as np; from scipy import stats
    // a=np.log([100,102,98,101,99]); b=np.log([130,128,133,131,129]); d=b.mean()-a.mean()
    // se=np.sqrt((a.var(ddof=1)*4+b.var(ddof=1)*4)/8*2/5); h=stats.t.ppf(.975,8)*se
    // print(np.exp(d),np.exp(d-h),np.exp(d+h),stats.t.sf((d-np.log(1.05))/se,8))"
    [Fact]
    public void Interval_and_p_are_those_of_SciPy()
    {
        var judgement = Judge(Sample(Baseline, [130, 128, 133, 131, 129]));
        Assert.Equal(1.3020169277529317, judgement.Ratio, 9);
        Assert.Equal(1.2733135565987677, judgement.Lower!.Value, 7);
        Assert.Equal(1.3313673378955238, judgement.Upper!.Value, 7);
        Assert.Equal(8.788517517307254e-09, judgement.P!.Value, 12);
        Assert.Equal(Verdict.Regressed, judgement.Verdict);
        Assert.True(judgement.FailsCheck);
    }

    // python3 -c "
    // import numpy as np; from scipy import stats
    // a=np.log([100,102,98]); b=np.log([130,128,133]); d=b.mean()-a.mean()
    // t=(d-np.log(1.05))/np.sqrt((a.var(ddof=1)+b.var(ddof=1))/2*2/3); print(stats.t.sf(t,4),stats.t.sf(t,4*.7))"
    [Fact]
    public void Of_three_launches_a_side_fewer_degrees_of_freedom_count_for_failing()
    {
        var judgement = Judge(Sample([100, 102, 98], [130, 128, 133]));
        Assert.Equal(8.769561904744475e-05, judgement.P!.Value, 9);
        Assert.Equal(0.0006238492912386975, judgement.PFails!.Value, 9);
        Assert.Equal(Verdict.Regressed, judgement.Verdict);
        var withFour = Judge(Sample([100, 102, 98], [130, 128, 133, 131]));
        Assert.Equal(withFour.P, withFour.PFails);
    }

    [Fact]
    public void Swapping_the_sides_mirrors_the_verdict()
    {
        var judgement = Judge(Sample([130, 128, 133, 131, 129], Baseline));
        Assert.Equal(Verdict.Improved, judgement.Verdict);
        Assert.False(judgement.FailsCheck);
        Assert.Equal(1 / 1.3020169277529317, judgement.Ratio, 9);
    }

    [Fact]
    public void A_sure_change_inside_the_margin_is_equivalent() =>
        Assert.Equal(Verdict.Equivalent, Judge(Sample(Baseline, [101, 103, 99, 102, 100])).Verdict);

    [Fact]
    public void A_small_change_in_much_noise_is_inconclusive_and_says_how_many_launches_would_do()
    {
        var judgement = Judge(Sample([100, 130, 80], [80, 100, 130.5]));
        Assert.Equal(Verdict.Inconclusive, judgement.Verdict);
        Assert.NotNull(judgement.Reason);
        Assert.InRange(judgement.LaunchesToDecide!.Value, 10, 1000);
    }

    [Fact]
    public void One_of_many_whose_own_interval_is_beyond_the_margin_says_why_it_is_not_called_slower()
    {
        var slower = Sample(Baseline, [108, 110, 106, 109, 107]);
        var among = TimeVerdicts.Judge([slower, .. Enumerable.Repeat(Sample(Baseline, [99, 101, 98, 102, 100]), 200)])[0];
        Assert.Equal(Verdict.Regressed, Judge(slower).Verdict);
        Assert.Equal(Verdict.Inconclusive, among.Verdict);
        Assert.InRange(among.Lower!.Value, 1.05, 1.08);
        Assert.Contains("with so many benchmarks", among.Reason);
    }

    // Between 0.95 and 1.02 of the time: it does not matter if that is an improvement of 5%.
    [Fact]
    public void What_is_significantly_below_the_margin_is_decided_whatever_it_may_be_besides()
    {
        var judgement = Judge(Sample(Baseline, [92, 99, 96, 90, 98]));
        Assert.Equal(Verdict.NotWorse, judgement.Verdict);
        Assert.Null(judgement.LaunchesToDecide);
        Assert.InRange(judgement.Deciding.Lower!.Value, 0.85, 1 / 1.05);
        Assert.InRange(judgement.Deciding.Upper!.Value, judgement.Ratio, 1.05);
    }

    [Theory]
    [InlineData(Verdict.Equivalent, 0.9, 101.0, 103.0, 99.0, 102.0, 100.0)]
    [InlineData(Verdict.NotWorse, 0.9, 92.0, 99.0, 96.0, 90.0, 98.0)]
    [InlineData(Verdict.Regressed, 0.95, 130.0, 128.0, 133.0, 131.0, 129.0)]
    [InlineData(Verdict.Inconclusive, 0.95, 100.0, 110.0, 98.0, 109.0, 104.0)]
    internal void The_interval_that_is_shown_is_the_one_that_decides(Verdict verdict, double confidence, params double[] candidate)
    {
        var judgement = Judge(Sample(Baseline, candidate));

        Assert.Equal((verdict, confidence), (judgement.Verdict, judgement.Confidence));
        var (lower, upper) = (judgement.Deciding.Lower!.Value, judgement.Deciding.Upper!.Value);
        Assert.True(
            verdict switch
            {
                Verdict.Equivalent => lower > 1 / 1.05 && upper < 1.05,
                Verdict.NotWorse => upper < 1.05,
                Verdict.Regressed => lower > 1.05,
                _ => lower < 1.05 && upper > 1.05,
            }
        );
    }

    [Fact]
    public void A_single_launch_a_side_says_nothing_by_itself()
    {
        var judgement = Judge(Sample([100], [300]));
        Assert.Equal(Verdict.Inconclusive, judgement.Verdict);
        Assert.Equal(3, judgement.Ratio, 12);
        Assert.Null(judgement.Lower);
        Assert.Contains("no known spread", judgement.Reason);
    }

    [Fact]
    public void A_single_launch_borrows_from_benchmarks_that_have_several()
    {
        BenchmarkSample[] benchmarks =
        [
            Sample([100], [200]),
            Sample([10, 10.1, 9.9], [10, 10.1, 10.05]),
            Sample([20, 20.1, 19.9], [20, 20.1, 20.05]),
            Sample([30, 30.1, 29.9], [30, 30.2, 30.05]),
        ];

        Assert.Equal(Verdict.Regressed, TimeVerdicts.Judge(benchmarks)[0].Verdict);
    }

    [Fact]
    public void Three_launches_in_all_are_listed_and_fail_nothing()
    {
        BenchmarkSample[] quiet =
        [
            .. Enumerable.Range(1, 9).Select(i => Sample([10 * i, 10.1 * i, 9.9 * i], [10 * i, 10.1 * i, (10 + (0.01 * i)) * i])),
        ];

        var three = TimeVerdicts.Judge([Sample([100], [200, 201]), .. quiet])[0];
        var four = TimeVerdicts.Judge([Sample([100, 101], [200, 201]), .. quiet])[0];

        Assert.Equal((Verdict.Regressed, false), (three.Verdict, three.FailsCheck));
        Assert.Equal((Verdict.Regressed, true), (four.Verdict, four.FailsCheck));
    }

    [Fact]
    public void A_single_launch_borrows_from_a_study_and_from_a_stated_spread()
    {
        Assert.Equal(
            Verdict.Regressed,
            Judge(
                Sample([100], [200]) with
                {
                    Study =
                    [
                        [99, 101, 100, 102],
                    ],
                }
            ).Verdict
        );
        Assert.Equal(
            Verdict.Inconclusive,
            Judge(
                Sample([100], [200]) with
                {
                    Study =
                    [
                        [50, 150, 100, 200],
                    ],
                }
            ).Verdict
        );
        Assert.Equal(Verdict.Regressed, TimeVerdicts.Judge([Sample([100], [200])], SpreadPrior.Stated(0.05))[0].Verdict);
        Assert.Equal(Verdict.Inconclusive, TimeVerdicts.Judge([Sample([100], [200])], SpreadPrior.Stated(0.5))[0].Verdict);
    }

    [Fact]
    public void What_stays_below_the_noise_floor_is_no_regression()
    {
        double[] before = [1.00, 1.01, 0.99, 1.0, 1.0],
            after = [1.3, 1.31, 1.29, 1.3, 1.3];
        Assert.Equal(Verdict.Equivalent, Judge(Sample(before, after)).Verdict);
        Assert.Equal(Verdict.Regressed, Judge(Sample(before, after) with { Margin = new Margin(0.05, 0.1) }).Verdict);
    }

    [Fact]
    public void A_table_is_never_equivalent()
    {
        var benchmark = Sample(Baseline, [101, 103, 99, 102, 100]) with { IsFromTable = true, SummaryVariance = 1e-8 };
        Assert.Equal(Verdict.Inconclusive, Judge(benchmark).Verdict);
    }

    [Fact]
    public void A_regression_among_many_quiet_benchmarks_must_be_surer_to_fail_a_check()
    {
        // t = 4.7 with 8 degrees of freedom: p = 0.0008 alone, and 0.16 as one of two hundred.
        var suspected = Sample([100, 103, 97, 101, 99], [113.5, 117, 110, 114, 113]);
        var quiet = Enumerable.Range(0, 199).Select(_ => Sample([100, 103, 97, 101, 99], [100, 103, 97, 101, 99]));

        Assert.True(Judge(suspected).FailsCheck);
        Assert.Equal(Verdict.Regressed, Judge(suspected).Verdict);
        var among = TimeVerdicts.Judge([suspected, .. quiet])[0];
        Assert.True(among.P <= 0.01);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public void A_time_that_is_none_is_refused(double time) =>
        Assert.Throws<ArgumentException>(() => Judge(Sample([100, 101], [100, time])));

    private static TimeJudgement Judge(BenchmarkSample benchmark) => TimeVerdicts.Judge([benchmark])[0];

    private static BenchmarkSample Sample(double[] baseline, double[] candidate) =>
        new()
        {
            Baseline = baseline,
            Candidate = candidate,
            Margin = Margin.Default,
        };
}

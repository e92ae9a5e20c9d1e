namespace Bench.Core.Tests;

public sealed class CommonFactorTests
{
    [Theory]
    [InlineData(9, 0.03, 0)]
    [InlineData(20, 0.03, 0)]
    [InlineData(60, 0.1, 0)]
    [InlineData(200, 0.1, 0)]
    [InlineData(20, 0.03, 0.2)]
    [InlineData(60, 0.03, 0.2)]
    [InlineData(200, 0.03, 0.2)]
    public void Its_interval_holds_the_truth_though_one_in_five_changed(int groups, double spread, double changed)
    {
        var random = new Random(groups);
        const int runs = 2000;
        var held = 0;
        for (var run = 0; run < runs; run++)
        {
            var factor = CommonFactor.Estimate(
                Enumerable
                    .Range(0, groups)
                    .Select(i =>
                        (IReadOnlyCollection<double>)
                            [Math.Log(1.2) + (spread * InterleavedSimulation.Normal(random)) + (i < changed * groups ? Math.Log(1.5) : 0)]
                    )
            )!;
            held += factor.Lower <= 1.2 && 1.2 <= factor.Upper ? 1 : 0;
        }

        Assert.True(held >= 0.93 * runs, $"{held} of {runs}");
    }

    [Fact]
    public void Too_few_groups_have_none()
    {
        Assert.Null(CommonFactor.Estimate(Enumerable.Repeat<IReadOnlyCollection<double>>([0.2], CommonFactor.MinGroups - 1)));
        Assert.Equal(
            Math.Exp(0.2),
            CommonFactor.Estimate(Enumerable.Repeat<IReadOnlyCollection<double>>([0.2], CommonFactor.MinGroups))!.Ratio,
            12
        );
    }

    [Fact]
    public void Benchmarks_of_one_group_count_once()
    {
        var alike = Enumerable.Range(0, 9).Select(i => (IReadOnlyCollection<double>)[0.01 * i, (0.01 * i) + 0.001, (0.01 * i) - 0.001]);
        Assert.Equal(9, CommonFactor.Estimate(alike)!.Groups);
    }

    [Theory]
    [InlineData(1.01, 0.001, false)]
    [InlineData(1.05, 0.001, true)]
    [InlineData(0.95, 0.001, true)]
    [InlineData(1.05, 0.1, false)]
    public void Only_what_matters_is_taken_out(double factor, double spread, bool isMaterial) =>
        Assert.Equal(
            isMaterial,
            CommonFactor
                .Estimate(Enumerable.Range(-5, 11).Select(i => (IReadOnlyCollection<double>)[Math.Log(factor) + (spread * i)]))!
                .IsMaterial(Margin.Default)
        );

    [Fact]
    public void A_log_ratio_that_is_none_is_refused() =>
        Assert.Throws<ArgumentException>(() =>
            CommonFactor.Estimate([
                [double.NaN],
            ])
        );
}

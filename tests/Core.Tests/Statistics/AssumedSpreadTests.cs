namespace Bench.Core.Tests;

public sealed class AssumedSpreadTests
{
    // Quantiles of |log ratio| of two launches of identical code, three sources with equal weight:
    // docs/internals/evidence/single-launches.md.
    [Theory]
    [InlineData(0.5, 1.054)]
    [InlineData(0.75, 1.178)]
    [InlineData(0.9, 1.429)]
    [InlineData(0.95, 1.604)]
    [InlineData(0.98, 1.806)]
    [InlineData(0.99, 1.939)]
    [InlineData(0.995, 2.005)]
    public void Its_quantiles_cover_what_was_recorded(double probability, double recorded) =>
        Assert.InRange(AssumedSpread.OfTimes.Within(probability), recorded, 1.3 * recorded);

    [Theory]
    [InlineData(1, Verdict.Inconclusive, false)]
    [InlineData(1.3, Verdict.Inconclusive, false)]
    [InlineData(3, Verdict.Regressed, true)]
    [InlineData(10, Verdict.Regressed, true)]
    [InlineData(0.33, Verdict.Improved, false)]
    internal void A_multiple_is_shown_and_nothing_less(double ratio, Verdict verdict, bool fails)
    {
        var judgements = TimeVerdicts.Judge(
            [Sample(ratio), .. Enumerable.Range(0, 8).Select(i => Sample(1 + (0.01 * i)))],
            assumed: AssumedSpread.OfTimes
        );
        Assert.Equal((verdict, fails), (judgements[0].Verdict, judgements[0].FailsCheck));
        Assert.All(judgements.Skip(1), judgement => Assert.Equal(Verdict.Inconclusive, judgement.Verdict));
        Assert.All(judgements, judgement => Assert.True(judgement.IsSpreadAssumed));
    }

    [Fact]
    public void What_is_known_comes_first()
    {
        Assert.False(TimeVerdicts.Judge([Sample(2)], SpreadPrior.Stated(0.01), AssumedSpread.OfTimes)[0].IsSpreadAssumed);
        Assert.True(
            TimeVerdicts
                .Judge([Sample(2) with { IsDeviationUnknown = true }], SpreadPrior.Stated(0.01), AssumedSpread.OfTimes)[0]
                .IsSpreadAssumed
        );
    }

    private static BenchmarkSample Sample(double ratio) =>
        new()
        {
            Baseline = [1000],
            Candidate = [1000 * ratio],
            Margin = Margin.Default,
        };
}

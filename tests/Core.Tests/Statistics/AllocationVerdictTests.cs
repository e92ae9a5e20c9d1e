using Bench.Statistics;

namespace Bench.Core.Tests;

public sealed class AllocationVerdictTests
{
    [Theory]
    // Three runs a side that agree: exact, two bytes of slack.
    [InlineData(new[] { 2712.0, 2712, 2712 }, new[] { 2736.0, 2736, 2736 }, Verdict.Regressed)]
    [InlineData(new[] { 2712.0, 2712, 2712 }, new[] { 2714.0, 2714, 2714 }, Verdict.Equivalent)]
    [InlineData(new[] { 2736.0, 2736, 2736 }, new[] { 2712.0, 2712, 2712 }, Verdict.Improved)]
    // One run a side shows no repeating: identical code moved like this.
    [InlineData(new[] { 12424.0 }, new[] { 12664.0 }, Verdict.Inconclusive)]
    [InlineData(new[] { 12424.0, 12424 }, new[] { 12474.0, 12476 }, Verdict.Inconclusive)]
    [InlineData(new[] { 31999.0, 31999 }, new[] { 31990.0, 31990 }, Verdict.Inconclusive)]
    [InlineData(new[] { 100.0 }, new[] { 124.0 }, Verdict.Regressed)]
    [InlineData(new[] { 1336.0 }, new[] { 1457.0 }, Verdict.Inconclusive)]
    [InlineData(new[] { 198854.0 }, new[] { 216493.0 }, Verdict.Inconclusive)]
    [InlineData(new[] { 198854.0 }, new[] { 225000.0 }, Verdict.Regressed)]
    // The launches of two runs of identical code.
    [InlineData(new[] { 1371.0, 1319, 1336 }, new[] { 1457.0, 1371, 1336 }, Verdict.Inconclusive)]
    [InlineData(new[] { 216733.0, 199178, 216733 }, new[] { 199178.0, 199178, 199178 }, Verdict.Inconclusive)]
    [InlineData(new[] { 7984.0 }, new[] { 7984.0 }, Verdict.Equivalent)]
    // From nothing to something.
    [InlineData(new[] { 0.0 }, new[] { 24.0 }, Verdict.Regressed)]
    // A benchmark of few operations, and what the process allocated beside them.
    [InlineData(new[] { 0.0 }, new[] { 5.0 }, Verdict.Inconclusive)]
    [InlineData(new[] { 0.0, 0, 0 }, new[] { 5.0, 5, 5 }, Verdict.Regressed)]
    [InlineData(new[] { 0.0, 0 }, new[] { 1.0, 0 }, Verdict.Equivalent)]
    [InlineData(new[] { 0.0, 0 }, new[] { 0.0, 24 }, Verdict.Inconclusive)]
    // Noisy on both sides, and twice as much all the same.
    [InlineData(new[] { 12424.0, 12488, 12474 }, new[] { 24900.0, 24848, 24950 }, Verdict.Regressed)]
    [InlineData(new[] { 12424.0, 12488, 12474 }, new[] { 12476.0, 12424, 12449 }, Verdict.Inconclusive)]
    internal void Verdicts(double[] baseline, double[] candidate, Verdict expected) =>
        Assert.Equal(expected, AllocationVerdict.Judge(baseline, candidate).Verdict);

    [Fact]
    public void A_table_in_kilobytes_can_not_show_a_few_bytes() =>
        Assert.Equal(Verdict.Equivalent, AllocationVerdict.Judge([2.65 * 1024], [2.66 * 1024], 10.24).Verdict);
}

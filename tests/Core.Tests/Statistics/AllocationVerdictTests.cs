namespace Bench.Core.Tests;

public sealed class AllocationVerdictTests
{
    [Theory]
    // Three runs of each build that agree: exact, with a tolerance of two bytes.
    [InlineData(new[] { 2712.0, 2712, 2712 }, new[] { 2736.0, 2736, 2736 }, Verdict.Regressed)]
    [InlineData(new[] { 2712.0, 2712, 2712 }, new[] { 2714.0, 2714, 2714 }, Verdict.Equivalent)]
    [InlineData(new[] { 2736.0, 2736, 2736 }, new[] { 2712.0, 2712, 2712 }, Verdict.Improved)]
    // One run of each build does not show that the figures repeat: identical code differed like this.
    [InlineData(new[] { 12424.0 }, new[] { 12664.0 }, Verdict.Inconclusive)]
    [InlineData(new[] { 12424.0, 12424 }, new[] { 12474.0, 12476 }, Verdict.Inconclusive)]
    [InlineData(new[] { 31999.0, 31999 }, new[] { 31990.0, 31990 }, Verdict.Equivalent)]
    [InlineData(new[] { 100.0 }, new[] { 124.0 }, Verdict.Regressed)]
    [InlineData(new[] { 1336.0 }, new[] { 1457.0 }, Verdict.Inconclusive)]
    [InlineData(new[] { 198854.0 }, new[] { 216493.0 }, Verdict.Inconclusive)]
    [InlineData(new[] { 198854.0 }, new[] { 225000.0 }, Verdict.Regressed)]
    // The launches of two runs of identical code.
    [InlineData(new[] { 1371.0, 1319, 1336 }, new[] { 1457.0, 1371, 1336 }, Verdict.Inconclusive)]
    [InlineData(new[] { 216733.0, 199178, 216733 }, new[] { 199178.0, 199178, 199178 }, Verdict.NotWorse)]
    // A decrease is never inconclusive.
    [InlineData(new[] { 12664.0 }, new[] { 12424.0 }, Verdict.NotWorse)]
    [InlineData(new[] { 7984.0 }, new[] { 7984.0 }, Verdict.Equivalent)]
    // From nothing to something.
    [InlineData(new[] { 0.0 }, new[] { 24.0 }, Verdict.Regressed)]
    // A benchmark with few operations, and allocation of the process around them.
    [InlineData(new[] { 0.0 }, new[] { 5.0 }, Verdict.Inconclusive)]
    [InlineData(new[] { 0.0, 0, 0 }, new[] { 5.0, 5, 5 }, Verdict.Regressed)]
    [InlineData(new[] { 0.0, 0 }, new[] { 1.0, 0 }, Verdict.Equivalent)]
    [InlineData(new[] { 0.0, 0 }, new[] { 0.0, 24 }, Verdict.Inconclusive)]
    // Noisy in both builds, but twice as much.
    [InlineData(new[] { 12424.0, 12488, 12474 }, new[] { 24900.0, 24848, 24950 }, Verdict.Regressed)]
    [InlineData(new[] { 12424.0, 12488, 12474 }, new[] { 12476.0, 12424, 12449 }, Verdict.NotWorse)]
    // A difference of 0.1% in some processes shows nothing while there are few.
    [InlineData(new[] { 2169760.0, 2169760, 2169760, 2169860 }, new[] { 2169860.0, 2169760, 2169860, 2169860 }, Verdict.Equivalent)]
    [InlineData(new[] { 2169760.0, 2169760, 2169760 }, new[] { 2169860.0, 2169860, 2169860 }, Verdict.Inconclusive)]
    // The same figures in every run: one object more among many, or chance.
    [InlineData(new[] { 501000.0, 501000, 501000, 501000 }, new[] { 501032.0, 501032, 501032, 501032 }, Verdict.Inconclusive)]
    [InlineData(
        new[] { 501000.0, 501000, 501000, 501000, 501000, 501000 },
        new[] { 501032.0, 501032, 501032, 501032, 501032, 501032 },
        Verdict.Regressed
    )]
    [InlineData(new[] { 501032.0, 501032, 501032 }, new[] { 501000.0, 501000, 501000 }, Verdict.Equivalent)]
    // Many figures that agree do.
    [InlineData(
        new[] { 2169760.0, 2169760, 2169760, 2169760, 2169760, 2169760 },
        new[] { 2169860.0, 2169860, 2169860, 2169860, 2169860, 2169860 },
        Verdict.Regressed
    )]
    // Eight processes against seven and one: a quarter of a percent apart, without overlap.
    [InlineData(
        new[] { 2153608.0, 2153608, 2153608, 2153608, 2153608, 2153608, 2153608, 2153608 },
        new[] { 2159496.0, 2159496, 2159496, 2159496, 2159496, 2159496, 2159496, 2159720 },
        Verdict.Regressed
    )]
    [InlineData(
        new[] { 2159496.0, 2159496, 2159496, 2159496, 2159496, 2159496, 2159496, 2159720 },
        new[] { 2153608.0, 2153608, 2153608, 2153608, 2153608, 2153608, 2153608, 2153608 },
        Verdict.Improved
    )]
    internal void Verdicts(double[] baseline, double[] candidate, Verdict expected) =>
        Assert.Equal(expected, AllocationVerdict.Judge(baseline, candidate).Verdict);

    // Identical code: in each process the compiler decides again what it allocates on the heap.
    [Theory]
    [InlineData(8, new[] { 11320.0, 11600, 11656, 11936 }, new[] { 0.25, 0.25, 0.25, 0.25 })]
    [InlineData(8, new[] { 11320.0, 11936 }, new[] { 0.5, 0.5 })]
    [InlineData(8, new[] { 11320.0, 11936 }, new[] { 0.9, 0.1 })]
    [InlineData(4, new[] { 11320.0, 11936 }, new[] { 0.5, 0.5 })]
    [InlineData(8, new[] { 2169760.0, 2169860 }, new[] { 0.5, 0.5 })]
    public void Identical_code_with_a_few_values_hardly_ever_fails(int processes, double[] values, double[] shares)
    {
        const int checks = 2_000;
        var random = new Random(21);
        var failed = 0;
        for (var i = 0; i < checks; i++)
        {
            // Screened, and confirmed by other processes, as in a check.
            double[] before = Draw(4),
                after = Draw(4);
            if (!AllocationVerdict.IsSuspected(before, after))
                continue;
            double[] beforeAgain = Draw(processes),
                afterAgain = Draw(processes);
            if (
                AllocationVerdict.Judge([.. before, .. beforeAgain], [.. after, .. afterAgain]).Verdict == Verdict.Regressed
                && AllocationVerdict.Judge(beforeAgain, afterAgain).Verdict == Verdict.Regressed
            )
                failed++;
        }

        Assert.InRange(failed, 0, checks / 1000);

        double[] Draw(int count) => [.. Enumerable.Range(0, count).Select(_ => Value(random.NextDouble()))];

        double Value(double share)
        {
            var i = 0;
            for (; i < shares.Length - 1 && share >= shares[i]; i++)
                share -= shares[i];
            return values[i];
        }
    }

    /// <summary>Two of 70 ways to divide eight figures separate the builds completely.</summary>
    [Theory]
    [InlineData(0.5, 3)]
    [InlineData(0.1, 3)]
    [InlineData(2.0 / 70, 4)]
    [InlineData(0.0285, 5)]
    [InlineData(0.003125, 6)]
    [InlineData(0.0003, 8)]
    public void So_many_runs_separate_what_does_not_differ_rarely_enough(double error, int runs) =>
        Assert.Equal(runs, AllocationVerdict.RunsToSeparate(error));

    [Fact]
    public void A_shift_of_such_values_is_found()
    {
        // All processes allocate what one in four did before.
        double[] before = [11320, 11320, 11320, 11600, 11320, 11320, 11320, 11320],
            after = [11600, 11600, 11656, 11600, 11936, 11600, 11600, 11656];

        Assert.Equal(Verdict.Regressed, AllocationVerdict.Judge(before, after).Verdict);
    }

    [Fact]
    public void A_table_in_kilobytes_can_not_show_a_few_bytes() =>
        Assert.Equal(Verdict.Equivalent, AllocationVerdict.Judge([2.65 * 1024], [2.66 * 1024], 10.24).Verdict);
}

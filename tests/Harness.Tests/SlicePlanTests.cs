using Bench.Harness.Interleaving;
using Bench.Statistics;

namespace Bench.Harness.Tests;

public sealed class SlicePlanTests
{
    [Theory]
    [InlineData(4, 2.5e6, 3.0, 480e3)]
    [InlineData(2, 3.5e6, 480e3, 3.5e6)]
    [InlineData(1, 10e6, 3.0, 9e9)]
    [InlineData(1, 6e6, 6e6, 1.0)]
    public void All_alternatives_have_the_same_slices_long_enough_for_the_slowest(
        int slices,
        double length,
        params double[] perInvocation
    ) => Assert.Equal(new SlicePlan(slices, length), SlicePlan.Create([.. perInvocation.Select(time => new Calibration(time, 10e6, 50))]));

    [Theory]
    [InlineData(0.001, 4)]
    [InlineData(0.0249, 4)]
    [InlineData(0.026, 8)]
    [InlineData(0.036, 12)]
    [InlineData(0.055, 20)]
    [InlineData(1, 20)]
    public void Noise_asks_for_more_of_them(double errorOfTheMainRun, int slices)
    {
        // The error grows with the square root: few rounds have that of 200 rounds, times the square root of 200 / rounds.
        var trial = new PairedRatio(0, errorOfTheMainRun * Math.Sqrt(200.0 / SlicePlan.Trials), SlicePlan.Trials);

        Assert.Equal(
            slices,
            new SlicePlan(4, 2.5e6).ForNoise(50, [trial, trial with { StandardError = 0 }, trial with { StandardError = 9 }]).Slices
        );
        Assert.Equal(4, new SlicePlan(4, 2.5e6).ForNoise(50, []).Slices);
    }
}

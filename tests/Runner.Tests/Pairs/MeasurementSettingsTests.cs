namespace Bench.Runner.Tests;

public sealed class MeasurementSettingsTests
{
    [Theory]
    [InlineData(0.02, 0.001, 40)]
    [InlineData(0.02, 0.1, 120)]
    [InlineData(0.4, 0.001, 5)]
    [InlineData(0.4, 0.1, 6)]
    [InlineData(1.2, 0.1, 3)]
    [InlineData(4, 0.1, 3)]
    [InlineData(8, 0.1, 2)]
    [InlineData(40, 0.1, 1)]
    public void The_longer_a_block_the_fewer_of_them(double secondsOfBlock, double standardError, int expected)
    {
        var settings = new MeasurementSettings();
        var blocks = 0;
        while (settings.NeedsBlock(blocks, TimeSpan.FromSeconds(blocks * secondsOfBlock), () => standardError))
            blocks++;
        Assert.Equal(expected, blocks);
    }
}

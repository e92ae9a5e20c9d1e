using Bench.Published;

namespace Bench.Core.Tests;

public sealed class AnotherMachineRatioTests
{
    // Both the ratios and their spread are drawn: the coverage holds over all of them.
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Nineteen_of_twenty_intervals_hold_what_another_class_says(int measured)
    {
        var random = new Random(7);
        var (inside, all) = (0, 0);
        for (var trial = 0; trial < 60; trial++)
        {
            double[][] ratios =
            [
                .. Enumerable
                    .Range(0, 60)
                    .Select(_ =>
                    {
                        var spread = Math.Exp(Math.Log(0.1) + (0.6 * Normal(random)));
                        return Enumerable.Range(0, measured + 1).Select(_ => spread * Normal(random)).ToArray();
                    }),
            ];
            var prior =
                measured > 1
                    ? AnotherMachineRatio.EstimatePrior(ratios.Select(ratio => (IEnumerable<IReadOnlyList<double>>)[ratio[..measured]]))
                    : SpreadPrior.None;
            foreach (var ratio in ratios)
            {
                var expected = AnotherMachineRatio.Create(ratio[..measured], prior)!;
                all++;
                if (Math.Log(expected.Lower) <= ratio[^1] && ratio[^1] <= Math.Log(expected.Upper))
                    inside++;
            }
        }

        Assert.InRange((double)inside / all, 0.92, 1);
    }

    [Fact]
    public void Nothing_is_expected_of_what_was_never_measured() => Assert.Null(AnotherMachineRatio.Create([], SpreadPrior.None));

    [Theory]
    [InlineData("AuthenticAMD family 23 model 1 stepping 2", "Zen 1")]
    [InlineData("AuthenticAMD family 25 model 17", "Zen 4")]
    [InlineData("AuthenticAMD family 26 model 2 stepping 1", "Zen 5")]
    [InlineData("GenuineIntel family 6 model 207 stepping 2", "Emerald Rapids")]
    [InlineData("GenuineIntel family 6 model 158 stepping 10", "Intel 6/158")]
    [InlineData("implementer 0x41 part 0xd0c variant 0x3 revision 1", "implementer 0x41 part 0xd0c variant 0x3 revision 1")]
    public void A_class_is_called_by_the_generation_of_its_processor(string model, string name) =>
        Assert.Equal(name, MachineClassName.Of(new RunEnvironment(ProcessorModel: model)));

    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
